// A film of pages beside each other, drawn frame by frame with a camera and a pointer, and encoded by ffmpeg.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { loadFont } from './extension-window.js'

const FRAMES_PER_S = 20
/** What is seen of the scene, and below it a strip for captions, which so cover nothing. */
const SEEN = { width: 960, height: 720 }
const STRIP = 96

/**
 * The camera is `{ x, y, width }` in the pixels of the scene. Layers are `{ key, x, y, width, isTop }`, pictures of pages that `show` has
 * taken. Times are in seconds.
 */
export async function openFilm(context, file, { camera, pointer, layers, title }) {
  const stage = await context.newPage()
  await stage.evaluate(prepare, { ...SEEN, strip: STRIP })
  await loadFont(stage)
  const encoder = startEncoder(file)
  const cues = []
  let state = { camera, pointer, layers, title, press: 0 }
  let frames = 0

  const put = async (frame, times = 1) => {
    for (let i = 0; i < times; i++) {
      frames++
      if (!encoder.stdin.write(frame)) await once(encoder.stdin, 'drain')
    }
  }
  const drawn = async (shown = state) =>
    Buffer.from(
      (await stage.evaluate((what) => globalThis.draw(what), shown)).split(',')[1],
      'base64',
    )
  const hold = async (seconds) => put(await drawn(), Math.round(seconds * FRAMES_PER_S))
  const now = () => frames / FRAMES_PER_S

  /** From what is seen to `next`: any of camera, pointer, and layers of the same keys. */
  async function glide(next, seconds) {
    const from = state
    const steps = Math.round(seconds * FRAMES_PER_S)
    for (let i = 1; i <= steps; i++) {
      const share = eased(i / steps)
      state = {
        ...from,
        camera: between(from.camera, next.camera ?? from.camera, share),
        pointer: between(from.pointer, next.pointer ?? from.pointer, share),
        layers: from.layers.map((layer, at) => between(layer, next.layers?.[at] ?? layer, share)),
      }
      await put(await drawn())
    }
  }

  return {
    hold,
    glide,
    async show(key, png) {
      await stage.evaluate(
        ([name, url]) => globalThis.keep(name, url),
        [key, `data:image/png;base64,${png.toString('base64')}`],
      )
    },
    cut(next) {
      state = { ...state, ...next }
    },
    /** The pointer is pressed where it is; `act` is what comes of it. */
    async press(act) {
      for (const press of [0.3, 0.6, 1, 1, 0.6, 0.3]) await put(await drawn({ ...state, press }))
      await act()
    },
    /** One sentence per language, until the next one or the end. */
    say(words) {
      const last = cues.at(-1)
      if (last) last.end = now() - 0.1
      cues.push({ words, start: now(), end: 0 })
    },
    async close() {
      const last = cues.at(-1)
      if (last) last.end = now()
      encoder.stdin.end()
      const [code] = await once(encoder, 'exit')
      if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
      await stage.close()

      return { captionsIn: (language) => vttOf(cues, language) }
    },
  }
}

function startEncoder(file) {
  const from = ['-f', 'image2pipe', '-framerate', FRAMES_PER_S, '-c:v', 'mjpeg', '-i', '-']
  const to = ['-c:v', 'libvpx-vp9', '-crf', 34, '-b:v', 0, '-cpu-used', 2, '-row-mt', 1, '-g', 200]

  return spawn(
    'ffmpeg',
    ['-v', 'error', '-y', ...from, ...to, '-pix_fmt', 'yuv420p', file].map(String),
    { stdio: ['pipe', 'inherit', 'inherit'] },
  )
}

const eased = (share) => (share < 0.5 ? 4 * share ** 3 : 1 - (2 - 2 * share) ** 3 / 2)

const between = (from, to, share) =>
  Object.fromEntries(
    Object.entries(from).map(([key, value]) => [
      key,
      typeof value === 'number' ? value + (to[key] - value) * share : value,
    ]),
  )

const vttOf = (cues, language) =>
  `WEBVTT\n\n${cues
    .map(({ words, start, end }) => `${timeOf(start)} --> ${timeOf(end)}\n${words[language]}\n`)
    .join('\n')}`

const timeOf = (seconds) => new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23)

/** Runs in the stage. */
function prepare({ width, height, strip }) {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height + strip
  const ink = canvas.getContext('2d')
  const pictures = {}
  const arrow = new Path2D('M0 0 L0 21 L5 16.5 L8.4 24 L11.6 22.6 L8.3 15.3 L15 15 Z')

  globalThis.keep = async (key, url) => {
    pictures[key] = await createImageBitmap(await (await fetch(url)).blob())
  }
  globalThis.draw = ({ camera, pointer, layers, title, press }) => {
    const scale = width / camera.width
    ink.setTransform(1, 0, 0, 1, 0, 0)
    ink.fillStyle = '#10222a'
    ink.fillRect(0, 0, width, height + strip)
    ink.save()
    ink.beginPath()
    ink.rect(0, 0, width, height)
    ink.clip()
    ink.fillStyle = '#f6f7f8'
    ink.fill()
    ink.setTransform(scale, 0, 0, scale, -camera.x * scale, -camera.y * scale)
    ink.imageSmoothingQuality = 'high'
    drawTab(title)
    for (const layer of layers) drawLayer(layer)
    drawPointer(pointer, press)
    ink.restore()

    return canvas.toDataURL('image/jpeg', 0.96)
  }

  function drawTab(text) {
    ink.fillStyle = '#d9e2e5'
    ink.fillRect(0, 0, 4000, 40)
    ink.fillStyle = '#ffffff'
    ink.beginPath()
    ink.roundRect(16, 8, 240, 40, 10)
    ink.fill()
    ink.fillStyle = '#26363c'
    ink.font = '500 14px "Geist Variable"'
    ink.fillText(text, 34, 29)
  }

  function drawLayer({ key, x, y, width: wide }) {
    const picture = pictures[key]
    if (!picture) return
    ink.fillStyle = '#c3cfd3'
    ink.fillRect(x - 1, y, 1, 4000)
    ink.drawImage(picture, x, y, wide, (picture.height * wide) / picture.width)
  }

  function drawPointer({ x, y }, pressed) {
    ink.save()
    ink.translate(x, y)
    if (pressed) {
      ink.fillStyle = `rgba(14, 94, 116, ${0.4 * pressed})`
      ink.beginPath()
      ink.arc(0, 0, 10 + 8 * pressed, 0, 7)
      ink.fill()
    }
    ink.scale(1.15, 1.15)
    ink.lineWidth = 2.4
    ink.lineJoin = 'round'
    ink.strokeStyle = '#ffffff'
    ink.stroke(arrow)
    ink.fillStyle = '#10222a'
    ink.fill(arrow)
    ink.restore()
  }
}
