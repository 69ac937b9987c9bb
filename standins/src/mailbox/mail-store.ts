import { EventEmitter } from 'node:events'
import { readdirSync, rmSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from '#runtime/atomic-file.ts'
import type { Clock } from '#runtime/clock.ts'
import { openMemory, type Remembered } from '#runtime/memory.ts'
import { openRecordStore } from '#runtime/record-store.ts'
import { type Envelope, type Mail, summarise } from './mail.ts'

const MAX_MAILS = 5_000
/** Base 36 milliseconds; nine digits keep ids in order until the year 5188. */
const ID_LENGTH = 9

/** The mails, and the delivery attempts of deferring addresses. */
export type MailStore = Remembered & {
  /** Oldest first. */
  all(): readonly Mail[]
  find(id: string): Mail | undefined
  /** Undefined if it was removed meanwhile. */
  source(mail: Mail): Promise<Uint8Array | undefined>
  /** Resolves when the mail is on disk. */
  keep(envelope: Envelope, source: Uint8Array): Promise<Mail>
  markRead(id: string, isRead: boolean): Promise<void>
  remove(id: string): Promise<void>
  removeAll(): Promise<void>
  /** Counts one more attempt for the address and returns the count. */
  countTry(address: string): Promise<number>
  /** Calls back after each change, until the returned function is called. */
  watch(onChange: () => void): () => void
}

export function openMailStore({ folder, clock }: { folder: string; clock: Clock }): MailStore {
  const mailFolder = join(folder, 'mails')
  const records = openRecordStore<Mail>(mailFolder)
  const tries = openMemory(join(folder, 'tries.json'), (): Record<string, number> => ({}))
  const changes = new EventEmitter().setMaxListeners(0)
  const nextId = idMaker(records.all().at(-1)?.id)
  const sourceFile = (id: string) => join(mailFolder, `${id}.eml`)
  removeOrphanedSources(mailFolder, (id) => records.get(id) !== undefined)

  const notify = () => changes.emit('change')
  const discard = async (id: string) => {
    await records.remove(id)
    await rm(sourceFile(id), { force: true })
  }
  const removeAll = async () => {
    await Promise.all(records.all().map((mail) => discard(mail.id)))
    notify()
  }

  return {
    all: records.all,
    find: records.get,
    source: (mail) => readFile(sourceFile(mail.id)).catch(() => undefined),
    async keep(envelope, source) {
      const id = nextId()
      const mail = await summarise({ id, receivedAt: clock.now(), envelope, source })
      // The summary is written last: a mail exists once its summary does.
      await replaceFile(sourceFile(id), source)
      await records.put(mail)
      await Promise.all(
        records
          .all()
          .slice(0, -MAX_MAILS)
          .map((old) => discard(old.id)),
      )
      notify()
      return mail
    },
    async markRead(id, isRead) {
      await records.change(id, (mail) => ({ ...mail, isRead }))
      notify()
    },
    async remove(id) {
      await discard(id)
      notify()
    },
    removeAll,
    countTry: (address) =>
      tries.change((counts) => {
        const count = (counts[address] ?? 0) + 1
        counts[address] = count
        return count
      }),
    watch(onChange) {
      changes.on('change', onChange)
      return () => changes.off('change', onChange)
    },
    async reset() {
      await removeAll()
      await tries.reset()
    },
    async close() {
      await records.close()
      await tries.close()
    },
  }
}

/** Ids that sort by arrival, independent of the stand-in's clock. */
function idMaker(latest: string | undefined): () => string {
  let last = latest ? Number.parseInt(latest, 36) : 0

  return () => {
    last = Math.max(last + 1, Date.now())
    return last.toString(36).padStart(ID_LENGTH, '0')
  }
}

/** A process killed between the two files never acknowledged the mail: its sender retries. */
function removeOrphanedSources(folder: string, isKnown: (id: string) => boolean): void {
  for (const name of readdirSync(folder)) {
    if (name.endsWith('.eml') && !isKnown(name.slice(0, -4))) rmSync(join(folder, name))
  }
}
