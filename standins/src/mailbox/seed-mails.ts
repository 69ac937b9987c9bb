import { fieldsOf, Misunderstood } from '#frame/fields.ts'
import type { MailStore } from './mail-store.ts'

/** `{"mails":[{"from":"a@example.test","to":["b@example.test"],"source":"Subject: …"}]}`, oldest first. */
export async function seedMails(store: MailStore, wish: unknown): Promise<void> {
  const mails = fieldsOf(wish).value('mails')
  if (!Array.isArray(mails)) throw new Misunderstood('"mails" must be a list.')

  for (const mail of mails.map(fieldsOf)) {
    const envelope = { from: mail.text('from'), to: mail.texts('to') }
    await store.keep(envelope, Buffer.from(mail.text('source')))
  }
}
