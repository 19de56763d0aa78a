// The order of what the search finds. Where pages have the same words, Sphinx orders them by their titles; here what
// teaches and explains the rules comes before the reference, and that before the pages of single games and the changelog.
var Scorer = {
  score: ([page, , , , score]) =>
    score - (/^(variants\/|changelog$|contributing\/)/.test(page) ? 2 : /^(reference|explanation)\//.test(page) ? 1 : 0),
  // The rest is as Sphinx has it.
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
