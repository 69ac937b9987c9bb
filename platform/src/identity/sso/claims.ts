import type { Metadata } from '@app/contract/identity'
import { refuseLargeMetadata } from '#identity/accounts/metadata.ts'
import type { AcceptedAssertion } from './check-assertion.ts'
import { badResponse, samlEmailMissing, userIdMissing } from './errors.ts'

export type MappedClaim = {
  name?: string | undefined
  names?: string[] | undefined
  default?: unknown
  /** All values instead of the first. */
  array?: boolean | undefined
}

export type AttributeMapping = { keys?: Record<string, MappedClaim> | undefined }

/** What a provider says of a user. */
export type SsoPerson = {
  subject: string
  email: string
  name: string | null
  claims: Metadata
}

const SUBJECT_ID = 'urn:oasis:names:tc:SAML:attribute:subject-id'
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const EMAIL_ATTRIBUTES = [
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'http://schemas.xmlsoap.org/claims/EmailAddress',
  'mail',
  'Mail',
  'email',
  'Email',
]
const NAME_ATTRIBUTES = [
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'displayName',
  'name',
]
const LONGEST_SUBJECT = 500

type Said = Pick<AcceptedAssertion, 'nameId' | 'attributes'>

/** Throws if the assertion names nobody whom a later sign-in would find again. */
export function personIn(said: Said, mapping: AttributeMapping): SsoPerson {
  const claims = claimsOf(said, mapping)
  refuseLargeMetadata(claims)

  return {
    subject: subjectOf(said),
    email: emailOf(said, claims),
    name: nameOf(said, claims),
    claims,
  }
}

function subjectOf({ attributes, nameId }: Said): string {
  const lasting = nameId && nameId.format !== TRANSIENT ? nameId.value : ''
  const subject = attributes.get(SUBJECT_ID)?.[0] || lasting
  if (subject === '') throw userIdMissing()
  if (subject.length > LONGEST_SUBJECT) throw badResponse('the identifier of the user is too long')

  return subject
}

function emailOf({ attributes, nameId }: Said, { email: mapped }: Metadata): string {
  const named = nameId?.format === EMAIL_FORMAT ? nameId.value : undefined
  const email =
    (typeof mapped === 'string' && mapped) || firstOf(attributes, EMAIL_ATTRIBUTES) || named
  if (!email) throw samlEmailMissing()

  return email
}

function nameOf({ attributes }: Said, { name, full_name }: Metadata): string | null {
  const mapped = [full_name, name].find((one) => typeof one === 'string' && one !== '')

  return typeof mapped === 'string' ? mapped : (firstOf(attributes, NAME_ATTRIBUTES) ?? null)
}

function claimsOf({ attributes }: Said, { keys = {} }: AttributeMapping): Metadata {
  const claims = Object.entries(keys).map(([claim, { name, names = [], array, ...rest }]) => {
    const values = [name, ...names].flatMap((one) => (one && attributes.get(one)) || [])
    const found = array ? values : values[0]
    const isFound = array ? values.length > 0 : found !== undefined && found !== ''

    return [claim, isFound ? found : rest.default] as const
  })

  return Object.fromEntries(claims.filter(([, value]) => value !== undefined && value !== null))
}

const firstOf = (attributes: Said['attributes'], names: readonly string[]) =>
  names.flatMap((name) => attributes.get(name) ?? []).find((value) => value !== '')
