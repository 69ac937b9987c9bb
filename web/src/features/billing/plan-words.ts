import { type Plan, SEEDED_DESCRIPTIONS } from '@app/contract/public-content'
import type { MessageKey, Translator } from '#i18n/messages.ts'
import { planName } from './plan-name.ts'

type Words = { name: MessageKey; text: MessageKey }

// The tables contain English texts and codes; the initial plans have translated texts.

const LEADS: Partial<Record<string, MessageKey>> = {
  Free: 'billing.plans.freeLead',
  'Pro Monthly': 'billing.plans.monthlyLead',
  'Pro Annual': 'billing.plans.annualLead',
}

const FEATURES: Partial<Record<string, Words>> = {
  push: { name: 'billing.features.push', text: 'billing.features.pushText' },
  import: { name: 'billing.features.import', text: 'billing.features.importText' },
  private_repositories: {
    name: 'billing.features.privateRepositories',
    text: 'billing.features.privateRepositoriesText',
  },
  organisations: {
    name: 'billing.features.organisations',
    text: 'billing.features.organisationsText',
  },
  branch_import: {
    name: 'billing.features.branchImport',
    text: 'billing.features.branchImportText',
  },
  idle_push: { name: 'billing.features.idlePush', text: 'billing.features.idlePushText' },
  auth_reminder: {
    name: 'billing.features.authReminder',
    text: 'billing.features.authReminderText',
  },
  issues: { name: 'billing.features.issues', text: 'billing.features.issuesText' },
  diff_review: { name: 'billing.features.diffReview', text: 'billing.features.diffReviewText' },
  early_access: { name: 'billing.features.earlyAccess', text: 'billing.features.earlyAccessText' },
}

/** Features with texts in every language. */
export const FEATURE_CODES: readonly string[] = Object.keys(FEATURES)

/** Texts that an admin added or changed are shown unchanged in every language. */
export function planWords(t: Translator['t'], plan: Pick<Plan, 'name'> & Partial<Plan>) {
  const description = plan.description ?? ''
  const lead = isSeeded(plan.name, description) ? LEADS[plan.name] : undefined

  return { name: planName(t, plan.name), text: lead ? t(lead) : description }
}

/** Whether these are the product's initial texts, which are translated. */
export const isSeeded = (name: string, description: string): boolean =>
  SEEDED_DESCRIPTIONS[name] === description

export function featureWords(t: Translator['t'], code: string) {
  const words = FEATURES[code]

  return words ? { name: t(words.name), text: t(words.text) } : { name: code, text: '' }
}
