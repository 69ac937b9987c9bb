/**
 * The slots of auth.one_time_tokens. Each user has at most one code per slot. A new code replaces the old one and is valid only there.
 */
export type Slot =
  | 'confirmation_token'
  | 'recovery_token'
  | 'reauthentication_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'phone_change_token'

/** The verification types of clients and links. */
export const emailTypes = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change',
  'email',
] as const
export const phoneTypes = ['sms', 'phone_change'] as const

export type EmailType = (typeof emailTypes)[number]
export type PhoneType = (typeof phoneTypes)[number]
export const isEmailType = (type: string): type is EmailType =>
  emailTypes.some((known) => known === type)

export type VerificationType = EmailType | PhoneType

/** The slots that a code of each type may be in. `email` is for clients that do not know the kind of mail. */
export const slotsOf: Record<VerificationType, readonly Slot[]> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  magiclink: ['recovery_token'],
  recovery: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_new', 'email_change_token_current'],
  sms: ['confirmation_token'],
  phone_change: ['phone_change_token'],
}

/**
 * Each kind of mailed code: its slot, the type in its link, its mail template, and the column with the time it was
 * sent.
 */
export const codeKinds = {
  signup: {
    slot: 'confirmation_token',
    type: 'signup',
    template: 'confirmation',
    sentAt: 'confirmation_sent_at',
  },
  invite: {
    slot: 'confirmation_token',
    type: 'invite',
    template: 'invite',
    sentAt: 'confirmation_sent_at',
  },
  magiclink: {
    slot: 'recovery_token',
    type: 'magiclink',
    template: 'magic_link',
    sentAt: 'recovery_sent_at',
  },
  recovery: {
    slot: 'recovery_token',
    type: 'recovery',
    template: 'recovery',
    sentAt: 'recovery_sent_at',
  },
  email_change_new: {
    slot: 'email_change_token_new',
    type: 'email_change',
    template: 'email_change_new',
    sentAt: 'email_change_sent_at',
  },
  email_change_current: {
    slot: 'email_change_token_current',
    type: 'email_change',
    template: 'email_change_current',
    sentAt: 'email_change_sent_at',
  },
} as const satisfies Record<
  string,
  { slot: Slot; type: VerificationType; template: string; sentAt: string }
>

export type CodeKind = keyof typeof codeKinds
