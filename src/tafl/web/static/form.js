// A form made from a JSON schema: nothing here names an option.

import { make } from "./site.js";

const words = (name) => name.replaceAll("_", " ").replaceAll("-", " ");
const isTable = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const over = (usual, value) => (isTable(usual) && isTable(value) ? { ...usual, ...value } : value === undefined ? usual : value);

/** A form of the properties of a schema that `names` lists, in groups: the names of each by its title. */
export class Form {
  #schema;
  #controls = new Map();
  #next = 0;

  constructor(element, schema, groups, names, changed) {
    this.#schema = schema;
    this.element = element;
    const grouped = Object.values(groups).flat();
    this.groups = { ...groups, Others: names.filter((name) => !grouped.includes(name)) };
    element.addEventListener("submit", (event) => event.preventDefault());
    for (const kind of ["input", "change"]) element.addEventListener(kind, changed);
    this.changed = changed;
  }

  /** Show an object; what it lacks has its default. */
  show(values) {
    const open = new Set([...this.element.querySelectorAll("details[open]")].map((each) => each.dataset.part));
    const focused = document.activeElement.dataset.path;
    this.#controls.clear();
    this.element.replaceChildren(...Object.entries(this.groups).flatMap(([title, names]) => {
      const known = names.filter((name) => this.#schema.properties[name]);
      return known.length ? [this.#folded(title, {}, title, ...known.map((name) => {
        const schema = this.#schema.properties[name];
        return this.#field(name, name, schema, over(schema.default, values[name]), this.#controls);
      }))] : [];
    }));
    for (const each of this.element.querySelectorAll("details")) each.open = open.has(each.dataset.part);
    if (focused) this.element.querySelector(`[data-path="${CSS.escape(focused)}"]`)?.focus();
  }

  /** The object that the form shows. */
  read() {
    return Object.fromEntries([...this.#controls].map(([name, control]) => [name, control.read()]));
  }

  /** Mark the fields that the reasons name; `zones[0].stop: ...` names a field within one. */
  mark(reasons) {
    for (const element of this.element.querySelectorAll("[data-path]")) {
      const path = element.dataset.path;
      const named = reasons.some((reason) => {
        const at = reason.split(":")[0];
        return at === path || at.startsWith(`${path} `) || (at === path.split(/[.[]/)[0] && !path.includes("."));
      });
      element.setAttribute("aria-invalid", named);
      if (named) for (let part = element.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
    }
  }

  #resolve(schema) {
    if (!schema.$ref) return schema;
    const name = schema.$ref.split("/").at(-1);
    return { ...this.#schema.$defs[name], ...schema, $ref: undefined, named: name };
  }

  /** A field with its label and its description. */
  #field(path, name, given, value, into) {
    const schema = this.#resolve(given);
    const found = this.#control(path, name, schema, value);
    into.set(name, found);
    return found.element;
  }

  #hint(schema, id) {
    return schema.description ? make("small", { id: `${id}-hint` }, schema.description) : null;
  }

  #labelled(path, name, schema, control) {
    const id = `option-${this.#next++}`;
    control.id = id;
    control.dataset.path = path;
    if (schema.description) control.setAttribute("aria-describedby", `${id}-hint`);
    return make("div", { className: "field" }, make("label", { htmlFor: id }, words(name)), control, this.#hint(schema, id));
  }

  #control(path, name, schema, value) {
    if (schema.anyOf) {
      const others = schema.anyOf.map((each) => this.#resolve(each)).filter((each) => !(each.enum && each.enum.includes(null)));
      const described = { description: schema.description };
      if (others.length < schema.anyOf.length) return this.#optional(path, name, { ...others[0], ...described }, value);
      const sets = others.find((each) => each.type === "array" && each.items?.enum);
      if (sets) return this.#set(path, name, { ...sets, ...described }, value);
      const table = others.find((each) => each.type === "object");
      const text = others.find((each) => each.type === "string");
      if (text?.pattern?.includes("\\s") && !table) return this.#text(path, name, { ...text, ...described }, value);
      return this.#control(path, name, { ...(table ?? others[0]), ...described }, value);
    }
    if (schema.enum) return this.#choice(path, name, schema, value);
    if (schema.type === "boolean") return this.#check(path, name, schema, value);
    if (schema.type === "integer") return this.#number(path, name, schema, value, false);
    if (schema.type === "object") return this.#table(path, name, schema, value);
    if (schema.type === "array") return this.#list(path, name, schema, value ?? []);
    return this.#line(path, name, schema, value);
  }

  #line(path, name, schema, value) {
    const input = make("input", { type: "text", value: value ?? "", spellcheck: false, autocomplete: "off" });
    return { element: this.#labelled(path, name, schema, input), read: () => input.value };
  }

  #text(path, name, schema, value) {
    const text = Array.isArray(value) ? value.join("\n") : (value ?? "");
    const area = make("textarea", { value: text, rows: Math.min(22, text.split("\n").length + 1), spellcheck: false });
    return { element: this.#labelled(path, name, schema, area), read: () => area.value };
  }

  #number(path, name, schema, value, optional) {
    const input = make("input", { type: "number", value: value ?? "", step: 1, placeholder: optional ? "none" : "" });
    const read = () => (input.value === "" ? null : Number(input.value));
    return { element: this.#labelled(path, name, schema, input), read };
  }

  #choice(path, name, schema, value, none = null) {
    const values = none === null ? schema.enum : [none, ...schema.enum];
    const select = make("select", {}, ...values.map((each) => make("option", { value: each }, words(each))));
    select.value = value ?? none ?? schema.enum[0];
    const read = () => (select.value === none ? null : select.value);
    return { element: this.#labelled(path, name, schema, select), read };
  }

  #check(path, name, schema, value) {
    const id = `option-${this.#next++}`;
    const box = make("input", { type: "checkbox", checked: Boolean(value), id });
    box.dataset.path = path;
    if (schema.description) box.setAttribute("aria-describedby", `${id}-hint`);
    const element = make("div", { className: "field" }, make("label", { className: "check", htmlFor: id }, box, words(name)), this.#hint(schema, id));
    return { element, read: () => box.checked };
  }

  /** A value that may be none: an empty field, or a choice more, or a box that shows the fields of an object. */
  #optional(path, name, given, value) {
    // Of a value that has a short form, as the number of a die's faces, the form shows the fields.
    const table = given.anyOf?.map((each) => this.#resolve(each)).find((each) => each.type === "object");
    const schema = table ? { ...table, description: given.description } : given;
    if (schema.type === "integer") return this.#number(path, name, schema, value, true);
    if (schema.enum) return this.#choice(path, name, schema, value, "none");
    const has = value !== null && value !== "none" && value !== undefined;
    const inner = this.#table(path, name, schema, has ? value : over(this.#usual(path), {}));
    const box = make("input", { type: "checkbox", checked: has, "aria-label": `with ${words(name)}` });
    inner.fields.hidden = !has;
    box.addEventListener("change", () => { inner.fields.hidden = !box.checked; });
    inner.element.querySelector("summary").after(make("label", { className: "check" }, box, `with ${words(name)}`));
    return { element: inner.element, read: () => (box.checked ? inner.read() : null) };
  }

  #usual(path) {
    const usual = this.#schema.properties[path]?.default;
    return isTable(usual) ? usual : {};
  }

  #table(path, name, schema, value) {
    const controls = new Map();
    const properties = Object.entries(schema.properties);
    const shown = isTable(value) ? value : {};
    const fields = make("div", {}, ...properties.map(([key, inner]) =>
      this.#field(`${path}.${key}`, key, inner, over(this.#resolve(inner).default, shown[key]), controls)));
    const element = this.#folded(name, schema, path, fields);
    const read = () => Object.fromEntries([...controls].map(([key, control]) => [key, control.read()]));
    return { element, fields, read };
  }

  /** Fields that are unfolded on demand. */
  #folded(name, schema, part, ...parts) {
    const element = make("details", { className: "folded" }, make("summary", {}, words(name)), this.#hint(schema, `part-${this.#next++}`) ?? "", ...parts);
    element.dataset.part = part;
    return element;
  }

  #list(path, name, schema, values) {
    const inner = this.#resolve(schema.items);
    const entries = [];
    const place = make("div", {});
    const add = (value, focus) => {
      const entry = this.#control(`${path}[${entries.length}]`, value.name || `${words(name)} ${entries.length + 1}`, inner, value);
      const remove = make("button", { type: "button" }, "Remove");
      remove.addEventListener("click", () => {
        entries.splice(entries.indexOf(entry), 1);
        entry.element.remove();
        button.focus();
        this.changed();
      });
      entry.element.append(remove);
      entries.push(entry);
      place.append(entry.element);
      if (focus) {
        entry.element.open = true;
        entry.element.querySelector("input").focus();
      }
    };
    const button = make("button", { type: "button" }, `Add to ${words(name)}`);
    button.addEventListener("click", () => { add({}, true); this.changed(); });
    values.forEach((value) => add(value, false));
    const element = this.#folded(name, schema, path, place, button);
    return { element, read: () => entries.map((entry) => entry.read()) };
  }

  /** A set of names: one of them, or several. */
  #set(path, name, schema, value) {
    const known = schema.items.enum;
    const chosen = new Set(Array.isArray(value) ? value : []);
    const several = "several …";
    const select = make("select", {}, ...[...known, several].map((each) => make("option", { value: each }, words(each))));
    select.value = Array.isArray(value) ? several : (value ?? "none");
    const boxes = known.filter((each) => !["none", "all"].includes(each)).map((each) => {
      const box = make("input", { type: "checkbox", checked: chosen.has(each), value: each });
      return make("label", { className: "check" }, box, words(each));
    });
    const group = make("fieldset", {}, make("legend", {}, `which ${words(name)}`), ...boxes);
    group.hidden = select.value !== several;
    select.addEventListener("change", () => { group.hidden = select.value !== several; });
    const element = this.#labelled(path, name, schema, select);
    element.append(group);
    const read = () => (select.value === several ? [...group.querySelectorAll("input:checked")].map((box) => box.value) : select.value);
    return { element, read };
  }
}
