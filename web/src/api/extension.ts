/** What the extension says of itself to a page of ours. */
export type ExtensionStatus = {
  installed: boolean
  version: string
  authenticated: boolean
  /** All of the steps below; versions that know nothing of them leave it out. */
  onboardingCompleted?: boolean
}

export const ONBOARDING_STEPS = [
  'authentication',
  'repository_setup',
  'first_upload',
  'tutorial_complete',
] as const

export type OnboardingStep = (typeof ONBOARDING_STEPS)[number]

/** Null when nobody answers. */
export async function askExtension(): Promise<ExtensionStatus | null> {
  const answer = await exchange({ type: 'getExtensionStatus' }, 'extensionStatus')

  return (answer?.data as ExtensionStatus | undefined) ?? null
}

/** Whether the extension has taken note of it. */
export async function completeOnboardingStep(step: OnboardingStep): Promise<boolean> {
  const answer = await exchange({ type: 'completeOnboardingStep', step }, 'onboardingStepCompleted')

  return answer?.success === true
}

/** Tells the extension to look out for the connection that is about to be made on this site. */
export function announceGitHubConnection(): void {
  tell({ type: 'initiateGitHubAuth', method: 'github_app' })
}

type Answer = { type: string; data?: unknown; success?: unknown }

/** Long enough for a content script that has just been started. */
const PATIENCE_MS = 800

/** By page message, the only way a page can reach it; null for an error, and when nobody answers. */
function exchange(question: object, expected: string): Promise<Answer | null> {
  return new Promise((resolve) => {
    const listening = new AbortController()
    const finish = (answer: Answer | null) => {
      listening.abort()
      clearTimeout(timer)
      resolve(answer)
    }
    const timer = setTimeout(() => finish(null), PATIENCE_MS)

    addEventListener(
      'message',
      ({ source, origin, data }: MessageEvent) => {
        const isOurs = source === window && origin === location.origin
        if (!isOurs || data?.source !== EXTENSION) return
        if (data.type === expected) finish(data as Answer)
        if (data.type === 'error') finish(null)
      },
      { signal: listening.signal },
    )
    tell(question)
  })
}

const tell = (message: object) => window.postMessage({ source: PAGE, ...message }, location.origin)

// The names are those of the published extension.
const PAGE = 'bolt2github-welcome'
const EXTENSION = 'bolt2github-extension'
