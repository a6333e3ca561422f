// Which links are to be heard: apart from the rules of links, which every page with a link box loads.

/** Whether an address is one of YouTube Music, of an album or of YouTube's own lists of music. */
export const isMusicLink = (address: string) =>
  /^https?:\/\/music\.youtube\.com\/|[?&]list=(?:OLAK5uy_|RDCLAK5uy_)/i.test(address);
