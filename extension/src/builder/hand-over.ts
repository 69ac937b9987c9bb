import {
  CAPTURE_PORT,
  type CaptureStep,
  type ExportHints,
  type FromBuilder,
  MOST_BYTES,
  type ToBuilder,
} from '#messages/messages.ts'
import { digestOfPieces, PIECE_BYTES, pieceDigest } from '#messages/piece-digest.ts'
import { EXPORT_WORDS, type ExportWords, pressExport } from './press-export.ts'
import { projectAt } from './project-address.ts'

/** An export that was pressed answers within this time, or not at all. */
const ANSWER_MS = 15_000
/** How long a person may take to press the builder's own Download button. */
const PERSON_MS = 120_000
/** More pieces at once would fill the worker's memory. */
const PIECES_AHEAD = 4

type Bytes = Uint8Array<ArrayBuffer>
type Wish = Extract<ToBuilder, { kind: 'capture' }>

/** Gets the project's ZIP from the page, and hands it to the worker in pieces. */
export async function handOver({ nonce, project, mayAsk }: Wish): Promise<void> {
  const port = chrome.runtime.connect({ name: `${CAPTURE_PORT}${nonce}` })
  const send = (step: CaptureStep) => port.postMessage(step)
  const fail = (reason: Extract<CaptureStep, { kind: 'failed' }>['reason']) =>
    send({ kind: 'failed', reason })
  const stopped = new AbortController()
  port.onDisconnect.addListener(() => stopped.abort())
  // The user may open another project at any moment, and its files must not be taken for this one's.
  const isHere = () => projectAt(location.pathname) === project
  try {
    if (!isHere()) return fail('moved_on')
    const askPerson = mayAsk ? () => send({ kind: 'pressDownload' }) : null
    const bytes = await captured(nonce, askPerson, stopped.signal)
    if (stopped.signal.aborted) return
    if (!isHere()) return fail('moved_on')
    if (!bytes?.length) return fail('no_answer')
    if (bytes.length > MOST_BYTES) return fail('too_large')
    if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return fail('not_zip')
    send({ kind: 'begin', size: bytes.length })
    const room = waitForRoom(port, stopped.signal)
    const digests: ArrayBuffer[] = []
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      const piece = bytes.subarray(at, at + PIECE_BYTES)
      digests.push(await pieceDigest(piece))
      await room()
      if (stopped.signal.aborted) return
      send({ kind: 'piece', base64: base64Of(piece) })
    }
    send({ kind: 'end', sha256: await digestOfPieces(digests) })
  } finally {
    void arm(nonce, 0)
  }
}

/** Resolves when the worker is ready for the next piece. */
function waitForRoom(port: chrome.runtime.Port, signal: AbortSignal): () => Promise<void> {
  let ahead = 0
  let goOn = () => {}
  port.onMessage.addListener(() => {
    ahead -= 1
    goOn()
  })
  signal.addEventListener('abort', () => goOn())

  return async () => {
    if (ahead >= PIECES_AHEAD && !signal.aborted) {
      await new Promise<void>((resolve) => {
        goOn = resolve
      })
    }
    ahead += 1
  }
}

/** Null where nothing came in time. With `askPerson` the user is asked to press the button. */
async function captured(
  nonce: string,
  askPerson: (() => void) | null,
  signal: AbortSignal,
): Promise<Bytes | null> {
  const listening = new AbortController()
  signal.addEventListener('abort', () => listening.abort())
  const arrived = new Promise<Bytes | null>((resolve) => {
    const take = ({ source, origin, data }: MessageEvent) => {
      if (source !== window || origin !== location.origin) return
      if (data?.source !== 'gitferry-captured' || data.nonce !== nonce) return
      if (data.bytes instanceof ArrayBuffer) resolve(new Uint8Array(data.bytes))
      else if (typeof data.address === 'string') resolve(download(data.address))
    }
    addEventListener('message', take, { signal: listening.signal })
    signal.addEventListener('abort', () => resolve(null))
  })
  try {
    await arm(nonce, ANSWER_MS)
    if (await pressExport(await exportWords())) return await within(ANSWER_MS, arrived)
    if (!askPerson) return null
    askPerson()
    await arm(nonce, PERSON_MS)
    return await within(PERSON_MS, arrived)
  } finally {
    listening.abort()
  }
}

/** Of the page's own origin only: the page names the address. */
async function download(address: string): Promise<Bytes | null> {
  if (new URL(address, location.href).origin !== location.origin) return null
  try {
    const reply = await fetch(address, { credentials: 'same-origin' })
    if (!reply.ok) return null
    const blob = await reply.blob()

    return new Uint8Array(await blob.slice(0, MOST_BYTES + 1).arrayBuffer())
  } catch {
    return null
  }
}

/** The hook is armed first: a page may start its export as soon as the button is pressed. */
async function arm(nonce: string, forMs: number): Promise<void> {
  const heard = new Promise<void>((resolve) => {
    const listening = new AbortController()
    const listen = ({ source, data }: MessageEvent) => {
      if (source !== window || data?.source !== 'gitferry-arm' || data.nonce !== nonce) return
      listening.abort()
      resolve()
    }
    addEventListener('message', listen, listening)
  })
  window.postMessage({ source: 'gitferry-arm', nonce, forMs }, location.origin)
  await within(HEARD_MS, heard)
}

const HEARD_MS = 1000

const within = <Value>(ms: number, work: Promise<Value>): Promise<Value | null> =>
  Promise.race([work, new Promise<null>((resolve) => setTimeout(resolve, ms, null))])

function base64Of(bytes: Uint8Array): string {
  let text = ''
  // Not all at once: a call takes a limited number of arguments.
  for (let at = 0; at < bytes.length; at += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  }
  return btoa(text)
}

/** The texts of this version, and those that our site has published since. */
async function exportWords(): Promise<ExportWords> {
  const hints = await askHints()

  return {
    download: [...EXPORT_WORDS.download, ...(hints?.download ?? [])],
    export: [...EXPORT_WORDS.export, ...(hints?.export ?? [])],
  }
}

/** Null without an answer: the extension was updated or removed while this script stayed. */
async function askHints(): Promise<ExportHints | null> {
  const message: FromBuilder = { kind: 'exportHints' }

  return chrome.runtime.sendMessage(message).catch(() => null)
}
