import type { ExtensionUsage, UninstallReason } from '#api/content/feedback.ts'
import type { MessageKey } from '#i18n/messages.ts'

/** Specification, section 3: the reasons in a new installation. The table may contain others. */
export const REASONS: UninstallReason[] = [
  ...group('technical', ['not_working', 'conflicts', 'performance', 'auth_problems']),
  ...group('usability', ['too_complicated', 'confusing_interface', 'missing_features']),
  ...group('workflow', ['workflow_mismatch', 'better_alternatives', 'temporary_need']),
  ...group('other', ['privacy_concerns', 'no_longer_using_bolt', 'company_policy', 'other_reason']),
]

function group(reason_group: string, codes: string[]): UninstallReason[] {
  return codes.map((code) => ({ code, reason_group, name_en: null }))
}

/** What the extension wrote into the URL; malformed values count as missing. */
export function usageIn(search: string): ExtensionUsage {
  const parameters = new URLSearchParams(search)
  const errors = parameters.get('e') ?? ''

  return {
    extension_version: textOf(parameters.get('v')),
    days_installed: countOf(parameters.get('d')),
    push_count: countOf(parameters.get('p')),
    auth_method: textOf(parameters.get('a')),
    had_errors: ['true', 'false'].includes(errors) ? errors === 'true' : null,
  }
}

/** The column's limit: a longer text would make the insert fail. */
const LONGEST_TEXT = 50

const textOf = (value: string | null) => (value && value.length <= LONGEST_TEXT ? value : null)

const countOf = (value: string | null) => (value && /^\d{1,9}$/.test(value) ? Number(value) : null)

export const REASON_WORDS: Partial<Record<string, MessageKey>> = {
  not_working: 'uninstall.reasons.notWorking',
  conflicts: 'uninstall.reasons.conflicts',
  performance: 'uninstall.reasons.performance',
  auth_problems: 'uninstall.reasons.authProblems',
  too_complicated: 'uninstall.reasons.tooComplicated',
  confusing_interface: 'uninstall.reasons.confusingInterface',
  missing_features: 'uninstall.reasons.missingFeatures',
  workflow_mismatch: 'uninstall.reasons.workflowMismatch',
  better_alternatives: 'uninstall.reasons.betterAlternatives',
  temporary_need: 'uninstall.reasons.temporaryNeed',
  privacy_concerns: 'uninstall.reasons.privacyConcerns',
  no_longer_using_bolt: 'uninstall.reasons.noLongerUsingBolt',
  company_policy: 'uninstall.reasons.companyPolicy',
  other_reason: 'uninstall.reasons.otherReason',
}

export const GROUP_WORDS: Partial<Record<string, MessageKey>> = {
  technical: 'uninstall.groups.technical',
  usability: 'uninstall.groups.usability',
  workflow: 'uninstall.groups.workflow',
  other: 'uninstall.groups.other',
}
