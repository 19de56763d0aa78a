// What the browser keeps, and what stands in the address.

export function stored(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? otherwise;
  } catch {
    return otherwise; // nothing is kept where the browser allows no storage
  }
}

/** Keep something; return whether there is room for it. */
export function store(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** What stands behind the # of the address, such as `token=...`. */
export const fragment = () => new URLSearchParams(location.hash.slice(1));
