import { type ParamsOf, templatesOf } from '@app/platform/mail/layout/message.ts'
import type { Outbox } from '@app/platform/mail/outbox.ts'
import { en } from './en.ts'
import { es } from './es.ts'

/** Every mail of the product except identity's, by its name in the outbox. */
export const templates = templatesOf({ en, es })

export type TemplateName = keyof typeof templates

export type ProductOutbox = Outbox<typeof templates>

/** The parameters of each template. */
export type TemplateParams = { [Name in TemplateName]: ParamsOf<(typeof templates)[Name]> }
