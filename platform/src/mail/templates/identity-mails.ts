import { templatesOf } from '#mail/layout/message.ts'
import { en } from './en.ts'
import { es } from './es.ts'

/** Every mail that the identity service sends, under the name it has in the outbox. */
export const identityMails = templatesOf({ en, es })

export type IdentityMails = typeof identityMails
