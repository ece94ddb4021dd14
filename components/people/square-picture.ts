/** Width and height in pixels: enough for twice the largest portrait. */
const side = 192;

/**
 * Cuts the middle out of a picture and makes it small, as a data URL. Throws an error in words for a file that is not a
 * picture.
 */
export async function squarePicture(file: File): Promise<string> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error(`“${file.name}” is not a picture that this browser can read.`);
  });
  const cut = Math.min(picture.width, picture.height);
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  const drawing = canvas.getContext("2d");
  if (!drawing) throw new Error("This browser can't make the picture smaller.");
  const [left, top] = [(picture.width - cut) / 2, (picture.height - cut) / 2];
  drawing.drawImage(picture, left, top, cut, cut, 0, 0, side, side);
  picture.close();
  return canvas.toDataURL("image/webp", 0.85);
}
