import { useEffect, useState } from 'react'
import {
  completeOnboardingStep,
  type ExtensionStatus,
  type OnboardingStep,
} from '#api/extension/extension.ts'
import { markExtension, watchExtension } from '#api/extension/watch-extension.ts'
import { useSession } from '#api/session/session.ts'
import { doneSteps, rememberDone, rememberedDone } from './onboarding.ts'

/** The extension's status and the completed steps; null without an answer. */
export function useOnboarding() {
  const [extension, setExtension] = useState<ExtensionStatus | null>(null)
  const [told, setTold] = useState<OnboardingStep[]>([])
  const isSignedIn = useSession().status === 'member'
  const [failed, setFailed] = useState<OnboardingStep | null>(null)

  useEffect(() => {
    setTold(rememberedDone())

    return watchExtension((status) => {
      setExtension(status)
      markExtension(status)
    })
  }, [])

  async function complete(step: OnboardingStep) {
    const isNoted = await completeOnboardingStep(step)

    setFailed(isNoted ? null : step)
    if (isNoted) setTold(rememberDone(step))
  }

  return { extension, done: doneSteps(extension, { told, isSignedIn }), failed, complete }
}
