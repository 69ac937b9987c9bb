import { userMessage } from '#api/errors/user-message.ts'
import type { MessageKey, Translator } from '#i18n/messages.ts'

/** Codes that only the admin area has, or that have another meaning here. */
const MESSAGES: Partial<Record<string, MessageKey>> = {
  GITHUB_UNAVAILABLE: 'admin.errors.githubAway',
  already_assigned: 'admin.errors.alreadyAssigned',
  billing_not_configured: 'admin.errors.billingMissing',
  billing_unavailable: 'admin.errors.billingAway',
  changed_meanwhile: 'admin.changedMeanwhile',
  confirmation_mismatch: 'admin.errors.confirmationMismatch',
  conflict: 'admin.errors.conflict',
  feedback_not_found: 'admin.feedback.gone',
  feedback_repo_missing: 'admin.errors.feedbackRepoMissing',
  free_plan_stays: 'admin.errors.freePlanStays',
  insufficient_aal: 'admin.errors.factorMissing',
  is_admin: 'admin.errors.isAdmin',
  last_admin: 'admin.errors.lastAdmin',
  last_category: 'admin.feedback.lists.last',
  not_admin: 'admin.errors.notAdmin',
  nothing_to_cancel: 'admin.errors.nothingToCancel',
  nothing_to_resume: 'admin.errors.nothingToResume',
  over_request_rate_limit: 'admin.errors.tooMany',
  own_account: 'admin.errors.ownAccount',
  payment_not_found: 'admin.errors.paymentGone',
  plan_has_subscribers: 'admin.errors.planHasSubscribers',
  plan_name_wrong: 'admin.errors.planNameWrong',
  plan_not_found: 'admin.errors.planGone',
  proof_not_given: 'admin.errors.proofNotGiven',
  reauthentication_needed: 'admin.errors.proofNeeded',
  reauthentication_not_valid: 'admin.errors.proofRefused',
  refund_pending: 'admin.errors.refundPending',
  refund_refused: 'admin.errors.refundRefused',
  refund_too_large: 'admin.errors.refundTooLarge',
  refund_unknown: 'admin.errors.refundUnknown',
  saml_entity_id_mismatch: 'admin.errors.ssoOtherEntity',
  saml_metadata_fetch_failed: 'admin.errors.ssoFetchFailed',
  saml_provider_disabled: 'admin.errors.samlOff',
  sender_unreachable: 'admin.feedback.reply.unreachable',
  sso_provider_enabled: 'admin.errors.ssoStillEnabled',
  sso_provider_not_found: 'admin.errors.ssoGone',
  subscription_not_found: 'admin.errors.subscriptionGone',
  user_banned: 'admin.errors.youAreBanned',
  validation_failed: 'admin.errors.validation',
  variant_in_use: 'admin.errors.variantInUse',
  variant_unknown: 'admin.errors.variantUnknown',
}

/** Also for errors of the data API, whose code is in the same field. */
export function adminMessage(t: Translator['t'], error: unknown): string {
  const { code } = Object(error) as { code?: unknown }

  return codeMessage(t, String(code)) ?? userMessage(t, error, 'errors.tryAgain')
}

/** For answers with a code per item. */
export function codeMessage(t: Translator['t'], code: string): string | null {
  const words = MESSAGES[code]

  return words ? t(words) : null
}
