import {
  type ExtensionStatus,
  ONBOARDING_STEPS,
  type OnboardingStep,
} from '#api/extension/extension.ts'
import { readStored, writeStored } from '#browser/storage.ts'

/** The extension takes note of each step, but tells only of all together: the rest we remember. */
const KEY = 'onboarding'

/** Signing in is done on this site, so its own session tells; the extension may not have noticed yet. */
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

/** All that are remembered now. */
export function rememberDone(step: OnboardingStep): OnboardingStep[] {
  writeStored(KEY, [...rememberedDone(), step].join(' '))

  return [...rememberedDone(), step]
}
