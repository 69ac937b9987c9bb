import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef } from 'react'
import { type Crop, MAX_ZOOM, moved, squareOf, zoomed } from './crop-square.ts'

const SHOWN_PX = 320
const KEY_STEP = 0.05

const ARROWS: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -KEY_STEP, y: 0 },
  ArrowRight: { x: KEY_STEP, y: 0 },
  ArrowUp: { x: 0, y: -KEY_STEP },
  ArrowDown: { x: 0, y: KEY_STEP },
}

type Props = {
  image: ImageBitmap
  crop: Crop
  onChange: (crop: Crop) => void
  label: string
  zoomLabel: string
}

/** Shows the selected part of an image in a circle, changed by pointer or keys. */
export function ImageCropper({ image, crop, onChange, label, zoomLabel }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const zoomId = useId()

  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, image, crop)
  }, [image, crop])

  function drag(event: PointerEvent<HTMLCanvasElement>) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const { width } = event.currentTarget.getBoundingClientRect()
    const by = { x: -event.movementX / width, y: -event.movementY / width }
    onChange(moved(image, crop, by))
  }

  function step(event: KeyboardEvent) {
    const by = ARROWS[event.key]
    if (!by) return
    event.preventDefault()
    onChange(moved(image, crop, by))
  }

  return (
    <div className="grid justify-items-center gap-5">
      <canvas
        ref={canvas}
        width={SHOWN_PX}
        height={SHOWN_PX}
        role="img"
        aria-label={label}
        tabIndex={0}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={step}
        className="aspect-square w-full max-w-64 cursor-move touch-none rounded-full border border-line bg-sunken"
      />
      <div className="flex w-full max-w-64 items-center gap-3 text-sm">
        <label htmlFor={zoomId}>{zoomLabel}</label>
        <input
          id={zoomId}
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={crop.zoom}
          onChange={(event) => onChange(zoomed(crop, Number(event.target.value)))}
          className="h-11 flex-1 accent-accent"
        />
      </div>
    </div>
  )
}

/** Fills the canvas, whatever its size, with the chosen square. */
export function drawCrop(canvas: HTMLCanvasElement, image: ImageBitmap, crop: Crop): void {
  const { left, top, side } = squareOf(image, crop)
  const { width, height } = canvas
  const context = canvas.getContext('2d')
  if (!context) return

  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, width, height)
  context.drawImage(image, left, top, side, side, 0, 0, width, height)
}
