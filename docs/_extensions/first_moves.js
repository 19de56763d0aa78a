for (const list of document.querySelectorAll(".first-moves-list")) {
  const data = JSON.parse(list.nextElementSibling.textContent);
  const place = list.previousElementSibling.querySelector(".tafl-picture");
  const element = make("div");
  place.replaceChildren(element);
  replay(element, list, data);
  // The pages have a theme of their own, which readers can change.
  const theme = () => {
    for (const name of ["light", "dark"]) element.classList.toggle(name, document.body.dataset.theme === name);
  };
  new MutationObserver(theme).observe(document.body, { attributeFilter: ["data-theme"] });
  theme();
}
