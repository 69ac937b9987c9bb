import {
  type ExtensionStatus,
  ONBOARDING_STEPS,
  type OnboardingStep,
} from '#api/extension/extension.ts'
import { readStored, writeStored } from '#browser/storage.ts'

/** The extension records each step but only reports all together, so we store the rest. */
const KEY = 'onboarding'

/** Sign-in happens on this site, so the page's session decides; the extension may learn it later. */
export function doneSteps(
  extension: ExtensionStatus | null,
  { told, isSignedIn }: { told: OnboardingStep[]; isSignedIn: boolean },
): OnboardingStep[] {
  if (!extension) return []

  return ONBOARDING_STEPS.filter((step) =>
    step === 'authentication'
      ? isSignedIn || told.includes(step)
      : extension.onboardingCompleted || told.includes(step),
  )
}

export function rememberedDone(): OnboardingStep[] {
  const stored = (readStored(KEY) ?? '').split(' ')

  return ONBOARDING_STEPS.filter((step) => stored.includes(step))
}

/** All stored steps. */
export function rememberDone(step: OnboardingStep): OnboardingStep[] {
  writeStored(KEY, [...rememberedDone(), step].join(' '))

  return [...rememberedDone(), step]
}
