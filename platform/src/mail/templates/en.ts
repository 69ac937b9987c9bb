import { span } from '#mail/layout/format.ts'
import { ours, type Words, words } from '#mail/layout/words.ts'
import type { Factor, IdentityTexts } from './identity-texts.ts'
import { newPassword, securityNotice, signIn } from './shared-parts.ts'

const notice = securityNotice('en', {
  when: (time: Words) => words`It happened on ${time}.`,
  check: words`See my security settings`,
  notYou: words`If this was you, all is well. If not, set a new password right away and sign out everywhere.`,
})

const FACTORS: Record<Factor, Words> = {
  totp: ours('a code from your authenticator app'),
  phone: ours('a code sent to your phone'),
  webauthn: ours('your security key'),
}

/** Identity's mails in English. */
export const en: IdentityTexts = {
  confirmation: ({ link, code, validForS }, product) => ({
    subject: words`Confirm your email address`,
    preview: words`One click, and your ${product} account is ready.`,
    heading: words`Confirm your address`,
    lines: [
      words`It’s good to have you here. Confirm that this address is yours, and your account is ready.`,
    ],
    action: { label: words`Confirm my address`, link },
    code,
    notes: [
      words`The link and the code work for ${span('en', validForS)}.`,
      words`If you didn’t sign up, you can ignore this email. Nothing will happen.`,
    ],
    reason: 'entered',
  }),

  account_exists: ({ email }, product) => ({
    subject: words`You already have a ${product} account`,
    preview: words`Sign in, or set a new password.`,
    heading: words`You already have an account`,
    lines: [
      words`Somebody, perhaps you, tried to register this email address with ${product}. It already has an account.`,
      words`Sign in as usual. If you don’t remember your password, set a new one.`,
    ],
    action: { label: words`Sign in`, link: signIn(email) },
    alternative: { label: words`Set a new password`, link: newPassword(email) },
    notes: [words`If it wasn’t you, there’s nothing to do: your account has not changed.`],
    reason: 'account',
  }),

  magic_link: ({ link, code, validForS }, product) => ({
    subject: words`Your sign-in link for ${product}`,
    preview: words`Sign in with one click, or with the code inside.`,
    heading: words`Your sign-in link`,
    lines: [words`You asked to sign in without a password. Use this link.`],
    action: { label: words`Sign in`, link },
    code,
    notes: [
      words`The link and the code work once, within ${span('en', validForS)}.`,
      words`If it wasn’t you, ignore this email: nobody gets in without it.`,
    ],
    reason: 'entered',
  }),

  recovery: ({ link, code, validForS, isFromAdmin }, product) => ({
    subject: words`Set a new password`,
    preview: words`The way back into your ${product} account.`,
    heading: words`Set a new password`,
    lines: [
      isFromAdmin
        ? words`An administrator of ${product} sent you this link, so that you can set a password. Choose one on the next page.`
        : words`You asked for a new password. Choose one on the next page.`,
    ],
    action: { label: words`Choose a new password`, link },
    code,
    notes: [
      words`The link and the code work once, within ${span('en', validForS)}.`,
      isFromAdmin
        ? words`If you don’t want a new password, there’s nothing to do: your account stays as it is.`
        : words`If it wasn’t you, there’s nothing to do: your password stays as it is.`,
    ],
    reason: 'entered',
  }),

  invite: ({ link, code, validForS }, product) => ({
    subject: words`You’re invited to ${product}`,
    preview: words`Your account is waiting for you.`,
    heading: words`You’re invited`,
    lines: [
      words`There is a ${product} account ready for you. Accept the invitation and choose your password.`,
    ],
    action: { label: words`Accept the invitation`, link },
    code,
    notes: [
      words`The invitation is open for ${span('en', validForS)}.`,
      words`Not interested? You can ignore this email.`,
    ],
    reason: 'entered',
  }),

  /** To the new address: proves that it belongs to the user. */
  email_change_new: ({ link, code, validForS, newEmail }, product) => ({
    subject: words`Confirm your new email address`,
    preview: words`One step, and ${product} will write to you here.`,
    heading: words`Your new address`,
    lines: [words`You’d like to be reached at ${newEmail} from now on. Confirm that it’s yours.`],
    action: { label: words`Confirm the new address`, link },
    code,
    notes: [
      words`The link and the code work for ${span('en', validForS)}.`,
      words`If this means nothing to you, ignore this email.`,
    ],
    reason: 'entered',
  }),

  /** To the current address: proves that its owner knows of the change. */
  email_change_current: ({ link, code, validForS, newEmail }, product) => ({
    subject: words`Do you want to change your email address?`,
    preview: words`${product} asks you here before writing elsewhere.`,
    heading: words`Confirm the change of address`,
    lines: [
      words`Your account is about to move to ${newEmail}. It will only do so if you agree here as well.`,
    ],
    action: { label: words`Yes, change it`, link },
    code,
    notes: [
      words`The link and the code work for ${span('en', validForS)}.`,
      words`If it wasn’t you, don’t agree, and change your password: someone may know it.`,
    ],
    reason: 'account',
  }),

  reauthentication: ({ code, validForS }) => ({
    subject: words`${ours(code)} is your verification code`,
    preview: words`It shows us that it’s really you.`,
    heading: words`Is that you?`,
    lines: [words`You’re about to change something important. Enter this code to continue.`],
    code,
    notes: [
      words`The code works for ${span('en', validForS)}.`,
      words`If you didn’t ask for it, tell nobody and change your password.`,
    ],
    reason: 'account',
  }),

  password_changed: ({ at }, product) =>
    notice(
      at,
      words`Your password was changed`,
      words`Your ${product} account has a new password.`,
    ),

  email_changed: ({ at, oldEmail, newEmail }) =>
    notice(
      at,
      words`Your email address was changed`,
      words`We used to write to you at ${oldEmail}. From now on we’ll write to ${newEmail}.`,
    ),

  factor_enrolled: ({ at, factor }, product) =>
    notice(
      at,
      words`A second factor was added`,
      words`Signing in to ${product} now also asks for ${FACTORS[factor]}.`,
    ),

  factor_unenrolled: ({ at, factor }, product) =>
    notice(
      at,
      words`A second factor was removed`,
      words`Signing in to ${product} no longer asks for ${FACTORS[factor]}.`,
    ),

  identity_linked: ({ at, provider }, product) =>
    notice(
      at,
      words`A way to sign in was added`,
      words`You can now sign in to ${product} with ${provider}.`,
    ),

  identity_unlinked: ({ at, provider }, product) =>
    notice(
      at,
      words`A way to sign in was removed`,
      words`You can no longer sign in to ${product} with ${provider}.`,
    ),

  passkey_added: ({ at, name }, product) =>
    notice(
      at,
      words`A passkey was added`,
      words`You can now sign in to ${product} with the passkey “${name}”, without a password.`,
    ),

  passkey_removed: ({ at, name }, product) =>
    notice(
      at,
      words`A passkey was removed`,
      words`The passkey “${name}” no longer signs in to ${product}.`,
    ),

  passkey_refused: ({ at, name }, product) =>
    notice(
      at,
      words`A sign-in with your passkey was refused`,
      words`Somebody used a copy of the passkey “${name}”, so ${product} refused the sign-in. If you cannot explain it, remove this passkey.`,
    ),
}
