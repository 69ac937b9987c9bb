/** The site's names. */
export const ONBOARDING_STEPS = [
  'authentication',
  'repository_setup',
  'first_upload',
  'tutorial_complete',
] as const

export type OnboardingStep = (typeof ONBOARDING_STEPS)[number]
