import { SyncError } from '@app/sync/sync-error'
import {
  CAPTURE_PORT,
  type CaptureStep,
  MOST_BYTES,
  type PieceTaken,
  type ToBuilder,
} from '#messages/messages.ts'
import { digestOfPieces, PIECE_BYTES, pieceDigest } from '#messages/piece-digest.ts'
import { captures, givenId } from '#store/database.ts'
import { note } from '#store/log.ts'
import { local } from '#store/storage.ts'
import { announce } from './announce.ts'
import { isYounger } from './clock-rules.ts'
import { decodeBase64 } from './decode-base64.ts'
import { forgetTab } from './tabs.ts'

type Bytes = Uint8Array<ArrayBuffer>
type Waiting = { tabId: number; begin: (port: chrome.runtime.Port) => void }

const waiting = new Map<string, Waiting>()

/** A tab that does not begin within this time lacks our script. */
const BEGINS_MS = 5000

type CaptureOptions = {
  tabId: number
  project: string
  /** Whether the user may be asked to press the builder's own button. */
  mayAsk: boolean
  signal?: AbortSignal | undefined
  onBytes?: (done: number, all: number) => void
}

/** The project's files as its tab exports them now. They are kept until the next capture. */
export async function capture(options: CaptureOptions): Promise<Blob> {
  const { tabId, project, mayAsk, signal } = options
  const nonce = crypto.randomUUID()
  try {
    const port = await beginning(tabId, { kind: 'capture', nonce, project, mayAsk })
    signal?.throwIfAborted()
    const { zip, sha256 } = await receive(port, options)
    await keepIfRoom(project, zip, sha256)
    return zip
  } catch (error) {
    if (signal?.aborted) throw new SyncError('cancelled')
    throw error
  } finally {
    waiting.delete(nonce)
    announce({ kind: 'capturing', project, isAsked: false })
  }
}

/** Handles `onConnect`. A port of an unknown capture or of another tab is refused. */
export function acceptCapture(port: chrome.runtime.Port): boolean {
  if (!port.name.startsWith(CAPTURE_PORT)) return false
  const found = waiting.get(port.name.slice(CAPTURE_PORT.length))
  if (found?.tabId === port.sender?.tab?.id) found?.begin(port)
  else port.disconnect()

  return true
}

function beginning(tabId: number, message: Extract<ToBuilder, { kind: 'capture' }>) {
  return new Promise<chrome.runtime.Port>((resolve, reject) => {
    const fail = () => reject(new SyncError('export_missing'))
    const late = setTimeout(fail, BEGINS_MS)
    waiting.set(message.nonce, {
      tabId,
      begin: (port) => {
        clearTimeout(late)
        resolve(port)
      },
    })
    // No script answers: the tab has left the builder, and another one may show the project.
    chrome.tabs.sendMessage(tabId, message).catch(() => forgetTab(tabId).finally(fail))
  })
}

/** Pieces become a Blob at once: its bytes are outside of the worker's memory. All of them are decoded into one buffer. */
function receive(
  port: chrome.runtime.Port,
  { project, signal, onBytes }: CaptureOptions,
): Promise<{ zip: Blob; sha256: string }> {
  const pieces: Blob[] = []
  const digests: Promise<ArrayBuffer>[] = []
  const decoded: Bytes = new Uint8Array(PIECE_BYTES)
  let size = 0
  let at = 0

  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      port.disconnect()
      reject(error)
    }
    const take = async (step: CaptureStep) => {
      switch (step.kind) {
        case 'pressDownload':
          return announce({ kind: 'capturing', project, isAsked: true })
        case 'failed':
          throw new SyncError(REASONS[step.reason], { what: 'packed' })
        case 'begin':
          if (step.size > MOST_BYTES) throw new SyncError('zip_too_large', { what: 'packed' })
          size = step.size
          return
        case 'piece': {
          const piece = decoded.subarray(0, decodeBase64(step.base64, decoded))
          at += piece.length
          if (at > size) throw damaged()
          // Both copy the piece before the next one comes.
          pieces.push(new Blob([piece]))
          digests.push(pieceDigest(piece))
          onBytes?.(at, size)
          await digests.at(-1)
          return port.postMessage({ kind: 'taken' } satisfies PieceTaken)
        }
        case 'end': {
          const sha256 = await digestOfPieces(await Promise.all(digests))
          if (at < size || sha256 !== step.sha256) throw damaged()
          port.disconnect()
          return resolve({ zip: new Blob(pieces), sha256 })
        }
      }
    }
    signal?.addEventListener('abort', () => fail(new SyncError('cancelled')))
    port.onDisconnect.addListener(() => reject(new SyncError('export_missing')))
    port.onMessage.addListener((step: CaptureStep) => {
      take(step).catch((error: unknown) => fail(error instanceof SyncError ? error : damaged()))
    })
  })
}

const REASONS = {
  no_answer: 'export_unanswered',
  not_zip: 'zip_invalid',
  too_large: 'zip_too_large',
  moved_on: 'export_missing',
} as const

const damaged = () => new SyncError('zip_damaged', { path: 'project.zip' })

/** Older captures are not kept. */
const GIVEN_MS = 60 * 60_000

/** The ZIP that the user chose instead of the builder's export. It is used once. */
export async function takeGiven(project: string): Promise<Blob | null> {
  const found = await captures.read(givenId(project))
  if (!found) return null
  await captures.remove(givenId(project))
  if (!isYounger(found.at, GIVEN_MS, Date.now())) return null
  await keepIfRoom(project, found.zip, await digestOf(found.zip))

  return found.zip
}

/** A full disk does not prevent a push; only an interrupted one cannot resume by itself then. */
async function keepIfRoom(project: string, zip: Blob, sha256: string): Promise<void> {
  await keepCapture(project, zip, sha256).catch(async () => {
    await captures.remove(project).catch(() => undefined)
    await note(`capture of ${project}: not kept`)
  })
}

async function keepCapture(project: string, zip: Blob, sha256: string): Promise<void> {
  const before = await captures.read(project)
  await captures.write(project, { zip, sha256, at: Date.now() })
  if (before?.sha256 === sha256) return
  await local.change('projects', (all) => {
    const known = all[project]
    return known ? { ...all, [project]: { ...known, version: known.version + 1 } } : all
  })
  announce()
}

async function digestOf(zip: Blob): Promise<string> {
  const digests: ArrayBuffer[] = []
  for (let at = 0; at < zip.size; at += PIECE_BYTES) {
    digests.push(await pieceDigest(await zip.slice(at, at + PIECE_BYTES).arrayBuffer()))
  }
  return digestOfPieces(digests)
}
