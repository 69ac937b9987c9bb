import { type ExtensionStatus, ONBOARDING_STEPS, type OnboardingStep } from '#api/extension.ts'
import { readStored, writeStored } from '#config/browser-storage.ts'

/** The extension takes note of each step, but tells only of the first and of all together: the rest we remember. */
const KEY = 'onboarding'

export function doneSteps(
  extension: ExtensionStatus | null,
  told: OnboardingStep[],
): OnboardingStep[] {
  if (!extension) return []
  if (extension.onboardingCompleted) return [...ONBOARDING_STEPS]

  return ONBOARDING_STEPS.filter(
    (step) => told.includes(step) || (step === 'authentication' && extension.authenticated),
  )
}

export function rememberedDone(): OnboardingStep[] {
  const stored = (readStored(KEY) ?? '').split(' ')

  return ONBOARDING_STEPS.filter((step) => stored.includes(step))
}

/** All that are remembered now. */
export function rememberDone(step: OnboardingStep): OnboardingStep[] {
  writeStored(KEY, [...rememberedDone(), step].join(' '))

  return [...rememberedDone(), step]
}
