// Names for the sidebars, and code that does not fit is scrolled by the keyboard, too.
document.querySelector(".sidebar-drawer")?.setAttribute("aria-label", "All pages");
document.querySelector(".toc-drawer")?.setAttribute("aria-label", "This page");
const reach = () => {
  for (const code of document.querySelectorAll(".highlight pre, .table-wrapper")) {
    if (code.scrollWidth > code.clientWidth) code.tabIndex = 0;
    else code.removeAttribute("tabindex");
  }
};
addEventListener("load", reach);
addEventListener("resize", reach);
