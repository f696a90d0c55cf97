const padding = 20;
const heading = 30;

/**
 * Puts a drawn SVG on a card with a heading: readable on a light page and on a dark one, and described for those who
 * can't see it.
 */
export function cardOf(svg, { title, description }) {
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg).map(Number);
  const body = svg.replace(/^[\s\S]*?<svg[^>]*>/, "").replace(/<\/svg>\s*$/, "");
  const [outerWidth, outerHeight] = [Math.max(width, 60 + title.length * 7.6) + 2 * padding, height + 2 * padding + heading].map(Math.ceil);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${outerWidth} ${outerHeight}" width="${outerWidth}" role="img" aria-labelledby="title desc">
<title id="title">${escapeXml(title)}</title>
<desc id="desc">${escapeXml(description)}</desc>
<style>${style}</style>
<rect x="0.5" y="0.5" width="${outerWidth - 1}" height="${outerHeight - 1}" rx="8" fill="#ffffff" stroke="#d1d9e0"/>
<text x="${padding}" y="${padding + 12}" font-family="sans-serif" font-size="15" font-weight="bold" fill="#1f2328">${escapeXml(title)}</text>
<g transform="translate(${padding} ${padding + heading})">${body}</g>
</svg>
`;
}

/** The dark page's colours replace the light one's, wherever a drawing has these as attributes. */
const dark = {
  "#ffffff": "#0d1117",
  "#f6f8fa": "#151b23",
  "#d1d9e0": "#3d444d",
  "#59636e": "#9198a1",
  "#1f2328": "#e6edf3",
  "#0072b2": "#4ba3e3",
  "#cf222e": "#ff7b72",
  "#1a7f37": "#3fb950",
  "#0969da": "#79c0ff",
};

const style = `@media (prefers-color-scheme: dark) {${Object.entries(dark)
  .flatMap(([light, color]) => [`[fill="${light}"]{fill:${color}}`, `[stroke="${light}"]{stroke:${color}}`])
  .join("")}}`;

export const escapeXml = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
