// What the video in the pictures of the guide shows: a garden on hills, drawn so that no film has to be borrowed.

/** An SVG of 16:9. */
export const GUIDE_SCENE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360">
<defs>
<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#27466b"/><stop offset="0.6" stop-color="#e79a6b"/><stop offset="1" stop-color="#f6cf9b"/></linearGradient>
</defs>
<path fill="url(#sky)" d="M0 0h640v360H0z"/>
<circle cx="452" cy="186" r="46" fill="#fff0d0"/>
<path fill="#8c6f86" d="M0 232c70-60 140-70 214-22s128 30 190-12 150-40 236 14v148H0z"/>
<path fill="#4f6f6d" d="M0 270c96-52 186-44 262-4s154 26 214-8 116-26 164-6v108H0z"/>
<path fill="#2c4f48" d="M0 312c110-40 204-22 300 4s214 22 340-20v64H0z"/>
<g fill="#203b36"><path d="M92 300c-14-22-6-52 6-70 12 18 20 48 6 70z"/><path d="M150 306c-11-17-5-40 5-54 9 14 15 37 4 54z"/><path d="M540 304c-15-24-6-56 7-75 13 19 21 51 6 75z"/></g>
<g fill="#ff8a5c"><circle cx="210" cy="330" r="5"/><circle cx="248" cy="338" r="4"/><circle cx="302" cy="334" r="5"/><circle cx="366" cy="340" r="4"/><circle cx="424" cy="336" r="5"/></g>
<g fill="#ffd479"><circle cx="228" cy="344" r="4"/><circle cx="276" cy="328" r="3"/><circle cx="334" cy="346" r="4"/><circle cx="396" cy="330" r="3"/></g>
</svg>`;
