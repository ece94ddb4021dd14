/**
 * Raster image types, which run no code when displayed. Only these are served inline; all other files are
 * downloads, so that no upload becomes a page in the application's origin.
 */
export const pictureTypes: readonly string[] = [
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
];
