import {
  type ExtensionStatus,
  ONBOARDING_STEPS,
  type OnboardingStep,
} from '#api/extension/extension.ts'
import { readStored, writeStored } from '#browser/storage.ts'
import { FIRST_STEPS, type FirstStep } from './first-steps.ts'

/** The extension records each step but only reports all together, so we store the rest. */
const KEY = 'onboarding'

/** What the extension calls a step, and how it divides it. */
export const RECORDED_AS: Record<Exclude<FirstStep, 'add'>, OnboardingStep[]> = {
  connect: ['authentication'],
  push: ['repository_setup', 'first_upload'],
  back: ['tutorial_complete'],
}

type Known = { told: OnboardingStep[]; isConnected: boolean }

/** The account knows its connection to GitHub; people with a token in the extension mark that step themselves. */
export function doneSteps(
  extension: ExtensionStatus | null,
  { told, isConnected }: Known,
): FirstStep[] {
  const isTold = (step: OnboardingStep) => told.includes(step)

  return FIRST_STEPS.filter((step) => {
    if (step === 'connect' && isConnected) return true
    if (!extension || step === 'add') return extension !== null
    if (step !== 'connect' && extension.onboardingCompleted) return true

    return RECORDED_AS[step].every(isTold)
  })
}

export function rememberedDone(): OnboardingStep[] {
  const stored = (readStored(KEY) ?? '').split(' ')

  return ONBOARDING_STEPS.filter((step) => stored.includes(step))
}

/** All stored steps. */
export function rememberDone(steps: OnboardingStep[]): OnboardingStep[] {
  writeStored(KEY, [...rememberedDone(), ...steps].join(' '))

  return rememberedDone()
}
