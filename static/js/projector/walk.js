// All parts of all pages in the order of a lecture. A place is {slug, part}.
"use strict";

Walkthrough.walk = (pages) => {
  const places = pages.flatMap(({ slug, parts }) => parts.map(({ name }) => ({ slug, part: name })));
  const page = (slug) => pages.find((each) => each.slug === slug);
  const named = (slug, part) => page(slug)?.parts.find(({ name }) => name === part);
  const index = ({ slug, part }) => places.findIndex((place) => place.slug === slug && place.part === part);
  const first = (slug, among = () => true) => ({ slug, part: page(slug).parts.find(among).name });

  return {
    pages,
    page,
    title: ({ slug, part }) => named(slug, part)?.title ?? "",
    holds: (place) => index(place) >= 0,
    // So many parts further, or back; the same place at both ends.
    beside: (place, by) => places[Math.max(0, Math.min(places.length - 1, index(place) + by))],
    first,
    last: (slug) => ({ slug, part: page(slug).parts.at(-1).name }),
    // The first figure of the page that stands so far in the lesson: '3' for '3/7'.
    picture(number) {
      const found = pages.find(({ place }) => place.startsWith(`${number}/`));
      return found && first(found.slug, ({ kind }) => kind === "picture");
    },
  };
};
