import { templatesOf } from '#mail/layout/message.ts'
import { en } from './en.ts'
import { es } from './es.ts'

/** Every mail of the identity service, by its name in the outbox. */
export const identityMails = templatesOf({ en, es })

export type IdentityMails = typeof identityMails
