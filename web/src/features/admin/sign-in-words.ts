import type { MessageKey, Translator } from '#i18n/messages.ts'

/** The identity service's audit actions. */
const EVENTS: Partial<Record<string, MessageKey>> = {
  challenge_created: 'admin.people.event.challengeCreated',
  factor_deleted: 'admin.people.event.factorDeleted',
  factor_in_progress: 'admin.people.event.factorInProgress',
  factor_unenrolled: 'admin.people.event.factorUnenrolled',
  factor_updated: 'admin.people.event.factorUpdated',
  identity_linked: 'admin.people.event.identityLinked',
  identity_unlinked: 'admin.people.event.identityUnlinked',
  invite_accepted: 'admin.people.event.inviteAccepted',
  login: 'admin.people.event.login',
  logout: 'admin.people.event.logout',
  recovery_codes_deleted: 'admin.people.event.recoveryCodesDeleted',
  recovery_codes_generated: 'admin.people.event.recoveryCodesGenerated',
  token_refreshed: 'admin.people.event.tokenRefreshed',
  token_revoked: 'admin.people.event.tokenRevoked',
  user_confirmation_requested: 'admin.people.event.userConfirmationRequested',
  user_deleted: 'admin.people.event.userDeleted',
  user_email_change_requested: 'admin.people.event.userEmailChangeRequested',
  user_email_change_withdrawn: 'admin.people.event.userEmailChangeWithdrawn',
  user_email_changed: 'admin.people.event.userEmailChanged',
  user_invited: 'admin.people.event.userInvited',
  user_link_generated: 'admin.people.event.userLinkGenerated',
  user_modified: 'admin.people.event.userModified',
  user_reauthenticate_requested: 'admin.people.event.userReauthenticateRequested',
  user_recovery_requested: 'admin.people.event.userRecoveryRequested',
  user_repeated_signup: 'admin.people.event.userRepeatedSignup',
  user_signedup: 'admin.people.event.userSignedup',
  user_updated_password: 'admin.people.event.userUpdatedPassword',
  verification_attempted: 'admin.people.event.verificationAttempted',
}

const REFUSALS: Partial<Record<string, MessageKey>> = {
  by_provider: 'admin.people.refused.byProvider',
  email_not_confirmed: 'admin.people.refused.emailNotConfirmed',
  insufficient_aal: 'admin.people.refused.insufficientAal',
  invalid_credentials: 'admin.people.refused.invalidCredentials',
  mfa_verification_failed: 'admin.people.refused.mfaVerificationFailed',
  otp_expired: 'admin.people.refused.otpExpired',
  over_request_rate_limit: 'admin.people.refused.overRequestRateLimit',
  reauthentication_not_valid: 'admin.people.refused.reauthenticationNotValid',
  same_password: 'admin.people.refused.samePassword',
  session_not_found: 'admin.people.refused.sessionNotFound',
  user_banned: 'admin.people.refused.userBanned',
  user_not_found: 'admin.people.refused.userNotFound',
  weak_password: 'admin.people.refused.weakPassword',
}

/** A readable text for an audit action. */
export const signInWords = (t: Translator['t'], action: string): string =>
  t(EVENTS[action] ?? 'admin.people.event.other')

export const refusalReason = (t: Translator['t'], code: string): string =>
  t(REFUSALS[code] ?? 'admin.people.refused.other')
