export type Size = { width: number; height: number }

/** The part of an image that is shown. A zoom of 1 is the largest square that fits; x and y are its centre, from 0 to 1. */
export type Crop = { zoom: number; x: number; y: number }

export const WHOLE: Crop = { zoom: 1, x: 0.5, y: 0.5 }

export const MAX_ZOOM = 4

/** The square in the image's own pixels, always inside its edges. */
export function squareOf({ width, height }: Size, { zoom, x, y }: Crop) {
  const side = Math.min(width, height) / zoom

  return {
    left: between(x * width - side / 2, 0, width - side),
    top: between(y * height - side / 2, 0, height - side),
    side,
  }
}

/** Moves the centre by a fraction of the square, no further than the edges allow. */
export function moved(size: Size, crop: Crop, by: { x: number; y: number }): Crop {
  const { left, top, side } = squareOf(size, crop)
  const next = squareOf(size, {
    ...crop,
    x: (left + side / 2 + by.x * side) / size.width,
    y: (top + side / 2 + by.y * side) / size.height,
  })

  return {
    ...crop,
    x: (next.left + side / 2) / size.width,
    y: (next.top + side / 2) / size.height,
  }
}

export function zoomed(crop: Crop, zoom: number): Crop {
  return { ...crop, zoom: between(zoom, 1, MAX_ZOOM) }
}

const between = (value: number, least: number, most: number) =>
  Math.min(Math.max(value, least), Math.max(least, most))
