import { EventEmitter } from 'node:events'
import { readdirSync, rmSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from '#runtime/memory.ts'
import type { Place } from '#runtime/place.ts'
import { codesIn, linksIn, type MailContent, readMail, type Sender } from './read-mail.ts'

const MAX_MAILS = 5_000
const MAX_WORDS_LENGTH = 64 * 1024
/** Base 36 milliseconds; nine digits keep ids in order until the year 5188. */
const ID_LENGTH = 9

/** The SMTP envelope; the headers may differ. */
type Envelope = { from: string; to: string[] }

/** Summary of a mail for list and search; the rest is read from its source. */
export type Mail = {
  id: string
  receivedAt: string
  envelope: Envelope
  from: Sender
  subject: string
  words: string
  links: string[]
  codes: string[]
  size: number
}

export type MailStore = ReturnType<typeof openMailStore>

/** The mails, and the delivery attempts of deferring addresses. */
export function openMailStore(place: Place) {
  const mailFolder = join(place.folder, 'mails')
  const records = place.openRecords<Mail>('mails')
  const tries = place.open('tries.json', (): Record<string, number> => ({}))
  const changes = new EventEmitter().setMaxListeners(0)
  const nextId = idMaker(records.all().at(-1)?.id)
  const sourceFile = (id: string) => join(mailFolder, `${id}.eml`)
  removeOrphanedSources(mailFolder, (id) => records.get(id) !== undefined)

  const notify = () => changes.emit('change')
  const discard = async ({ id }: Mail) => {
    await records.remove(id)
    await rm(sourceFile(id), { force: true })
  }
  place.keep({
    async reset() {
      await Promise.all(records.all().map(discard))
      notify()
    },
  })

  return {
    /** Oldest first. */
    all: records.all,
    /** The parsed mail; undefined if there is none with this id. */
    async open(id: string): Promise<OpenMail | undefined> {
      const mail = records.get(id)
      const source = mail && (await readFile(sourceFile(id)).catch(() => undefined))
      return source && { mail, content: await readMail(source) }
    },
    /** Resolves when the mail is on disk. */
    async keep(envelope: Envelope, source: Uint8Array): Promise<void> {
      const id = nextId()
      const content = await readMail(source)
      const words = content.text
      // The summary is written last: a mail exists once its summary does.
      await replaceFile(sourceFile(id), source)
      await records.put({
        id,
        receivedAt: new Date(place.clock.now()).toISOString(),
        envelope,
        from: content.from,
        subject: content.subject,
        words: words.slice(0, MAX_WORDS_LENGTH),
        links: linksIn(content),
        codes: codesIn(`${content.subject}\n${words}`),
        size: source.length,
      })
      await Promise.all(records.all().slice(0, -MAX_MAILS).map(discard))
      notify()
    },
    /** Counts one more attempt for the address and returns the count. */
    countTry: (address: string) =>
      tries.change((counts) => {
        const count = (counts[address] ?? 0) + 1
        counts[address] = count
        return count
      }),
    /** Calls back after each change, until the returned function is called. */
    watch(onChange: () => void) {
      changes.on('change', onChange)
      return () => changes.off('change', onChange)
    },
  }
}

export type OpenMail = { mail: Mail; content: MailContent }

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

/** A recipient's whole address, and a part of the subject. An empty one does not narrow. */
type MailQuery = { to?: string | undefined; subject?: string | undefined }

/** Newest first. */
export function findMails(mails: readonly Mail[], query: MailQuery): Mail[] {
  const to = query.to?.trim().toLowerCase()
  const subject = query.subject?.toLowerCase()

  return mails
    .filter(
      (mail) =>
        (!to || mail.envelope.to.some((address) => address.toLowerCase() === to)) &&
        (!subject || mail.subject.toLowerCase().includes(subject)),
    )
    .reverse()
}
