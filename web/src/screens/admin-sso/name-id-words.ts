import { NAME_ID_FORMATS } from '@app/contract/sso'
import type { MessageKey } from '#i18n/messages.ts'

type Format = (typeof NAME_ID_FORMATS)[number]

const WORDS: Record<Format, MessageKey> = {
  'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent': 'adminSso.nameIds.persistent',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:transient': 'adminSso.nameIds.transient',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress': 'adminSso.nameIds.email',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified': 'adminSso.nameIds.unspecified',
}

/** The server's default is the first one. */
export const formatOf = (stored: string | null): Format =>
  NAME_ID_FORMATS.find((format) => format === stored) ?? NAME_ID_FORMATS[0]

export const nameIdWords = (stored: string | null): MessageKey => WORDS[formatOf(stored)]
