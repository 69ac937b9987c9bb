import type { Mail } from './mail.ts'
import type { MailStore } from './mail-store.ts'
import { type MailContent, readMail } from './read-mail.ts'

export type OpenMail = { mail: Mail; source: Uint8Array; content: MailContent }

/** The parsed mail; undefined if there is none with this id. */
export async function openMail(store: MailStore, id: string): Promise<OpenMail | undefined> {
  const mail = store.find(id)
  const source = mail && (await store.source(mail))

  return source && { mail, source, content: await readMail(source) }
}
