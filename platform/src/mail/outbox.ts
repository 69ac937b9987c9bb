import type { Sql } from '#db/database.ts'
import { asTheServer } from '#jobs/as-the-server.ts'
import { orderedId } from '#jobs/ordered-id.ts'
import { sendJob } from '#jobs/send-job.ts'
import type { Letterhead } from '#mail/letter/content.ts'
import type { Language } from '#mail/letter/language.ts'
import { render } from '#mail/letter/render.ts'
import type { TemplateName, TemplateParams } from '@app/server/mails/templates.ts'
import type { Keyring } from '#sealing/keyring.ts'
import { isMailAddress, readableAddress } from './mail-address.ts'
import { insertMail } from './outbox-table.ts'
import { sealMail, sealNothing } from './sealed-mail.ts'

/** One mail to one address. */
export type Mail = {
  [Name in TemplateName]: {
    template: Name
    params: TemplateParams[Name]
    to: string
    language: Language
    /** Names the cause, in clear: for one key one mail is ever sent. */
    key: string
  }
}[TemplateName]

export type Outbox = {
  /**
   * Writes the mail in the caller's own transaction, so that it is sent when and only when what
   * caused it is there. False when there is one for this key already.
   */
  queue(sql: Sql, mail: Mail): Promise<boolean>
}

type Needs = { keyring: Keyring; head: Letterhead }

export const openOutbox = ({ keyring, head }: Needs): Outbox => ({
  async queue(sql, mail) {
    const id = orderedId()
    const isDeliverable = isMailAddress(mail.to)
    // Written out here, where a mistake reaches the one who made it, not at night in a job.
    const rendered = render(mail.template, mail.params, mail.language, head)

    return asTheServer(sql, async () => {
      const isNew = await insertMail(sql, {
        id,
        dedupe_key: mail.key,
        to_address: readableAddress(mail.to),
        template: mail.template,
        language: mail.language,
        payload_sealed: isDeliverable ? sealMail(keyring, id, rendered) : sealNothing(keyring, id),
        refusal: isDeliverable ? null : 'This is not a mail address',
      })
      if (isNew && isDeliverable) await sendJob(sql, 'deliver-mail', {})

      return isNew
    })
  },
})
