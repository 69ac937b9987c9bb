import { encodeMessage } from '#realtime/wire/encode.ts'
import type { Version } from '#realtime/wire/message.ts'
import { type Channel, PREFIX } from './socket.ts'

export type Entry = { key: string; ref: string; meta: Readonly<Record<string, unknown>> }

type Metas = Record<string, { metas: object[] }>

const DIFF_EVERY_MS = 50

/** Who is present on one topic, as this server knows it. */
export class TopicPresence {
  readonly #name: string
  readonly #channels: ReadonlySet<Channel>
  readonly #entries = new Map<string, Entry>()
  #joins: Entry[] = []
  #leaves: Entry[] = []
  #timer: NodeJS.Timeout | null = null
  /** Settles when the entries of other servers are known. */
  loaded: Promise<void> | null = null

  /** `channels` are those that are told. */
  constructor(name: string, channels: ReadonlySet<Channel>) {
    this.#name = name
    this.#channels = channels
  }

  get size(): number {
    return this.#entries.size
  }

  /** Entries that the database had when the topic was joined here. */
  load(entries: readonly Entry[]): void {
    for (const entry of entries) this.#entries.set(entry.ref, entry)
  }

  /** Applies what is new; what is known already changes nothing. */
  apply(joins: readonly Entry[], leaves: readonly string[]): void {
    for (const ref of leaves) {
      const entry = this.#entries.get(ref)
      if (entry) this.#leaves.push(entry)
      this.#entries.delete(ref)
    }
    for (const entry of joins) {
      if (this.#entries.has(entry.ref)) continue
      this.#entries.set(entry.ref, entry)
      this.#joins.push(entry)
    }
    if (this.#joins.length + this.#leaves.length === 0) return
    this.#timer ??= setTimeout(() => this.flush(), DIFF_EVERY_MS).unref()
  }

  state(): Metas {
    return metasOf([...this.#entries.values()])
  }

  /** Publishes the joins and leaves since the last flush. */
  flush(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    if (this.#joins.length + this.#leaves.length === 0) return
    const payload = { joins: metasOf(this.#joins), leaves: metasOf(this.#leaves) }
    this.#joins = []
    this.#leaves = []
    const message = { topic: PREFIX + this.#name, event: 'presence_diff', payload }
    const frames: Partial<Record<Version, Buffer>> = {}
    for (const { socket, config, reads, state } of this.#channels) {
      if (!config.presence || !reads.presence || state !== 'joined') continue
      frames[socket.version] ??= encodeMessage(socket.version, message)
      socket.write(frames[socket.version] as Buffer)
    }
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer)
  }
}

function metasOf(entries: readonly Entry[]): Metas {
  // Without a prototype, so that any key is a key.
  const metas: Metas = Object.create(null)
  for (const { key, ref, meta } of entries) {
    const one = metas[key] ?? { metas: [] }
    one.metas.push({ phx_ref: ref, ...meta })
    metas[key] = one
  }
  return metas
}
