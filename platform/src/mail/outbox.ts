import type { Language } from '@app/contract/languages'
import { asServerRole } from '#db/as-server-role.ts'
import type { Sql } from '#db/database.ts'
import { orderedId } from '#jobs/ordered-id.ts'
import { sendPlatformJob } from '#jobs/send-job.ts'
import type { MailBrand } from '#mail/layout/content.ts'
import type { ParamsOf, Templates } from '#mail/layout/message.ts'
import { render } from '#mail/layout/render.ts'
import type { Keyring } from '#sealing/keyring.ts'
import { isMailAddress, readableAddress } from './mail-address.ts'
import { insertMail } from './outbox-table.ts'
import { sealMail, sealNothing } from './sealed-mail.ts'

/** One mail to one address. */
export type MailOf<All extends Templates> = {
  [Name in keyof All & string]: {
    template: Name
    params: ParamsOf<All[Name]>
    to: string
    language: Language
    /** Identifies the cause, unencrypted: only one mail is ever sent per key. */
    key: string
  }
}[keyof All & string]

export type Outbox<All extends Templates> = {
  /**
   * Queues the mail in the caller's own transaction: it is sent if and only if its cause commits. Returns false if a mail with
   * this key already exists.
   */
  queue(sql: Sql, mail: MailOf<All>): Promise<boolean>
}

type Needs<All extends Templates> = { keyring: Keyring; brand: MailBrand; templates: All }

export const openOutbox = <All extends Templates>({
  keyring,
  brand,
  templates,
}: Needs<All>): Outbox<All> => ({
  async queue(sql, mail) {
    const id = orderedId()
    const isDeliverable = isMailAddress(mail.to)
    // Rendered here, so that an error reaches the caller instead of a later job.
    const rendered = render(templateOf(templates, mail.template), mail.params, mail.language, brand)

    return asServerRole(sql, async () => {
      const isNew = await insertMail(sql, {
        id,
        dedupe_key: mail.key,
        to_address: readableAddress(mail.to),
        template: mail.template,
        language: mail.language,
        payload_sealed: isDeliverable ? sealMail(keyring, id, rendered) : sealNothing(keyring, id),
        refusal: isDeliverable ? null : 'This is not a mail address',
      })
      if (isNew && isDeliverable) await sendPlatformJob(sql, 'deliver-mail', {})

      return isNew
    })
  },
})

function templateOf(templates: Templates, name: string) {
  const template = templates[name]
  if (!template) throw new Error(`No such mail: ${name}`)

  return template
}
