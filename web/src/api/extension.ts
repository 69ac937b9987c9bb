/** What the extension says of itself to a page of ours. */
export type ExtensionStatus = {
  /** Null where it is there but does not say: version 1.3.15 answers the question for its status with an error. */
  version: string | null
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

/** Null when nobody answers. Whatever the extension says shows that it is there. */
export async function askExtension(): Promise<ExtensionStatus | null> {
  const asking = exchange({ type: 'getExtensionStatus' }, 'extensionStatus')
  // Answered by the content script itself, also while the extension's worker sleeps or knows no status.
  tell({ type: 'getExtensionCapabilities' })
  const { answer, isHeard } = await asking
  const status = answer?.data as ExtensionStatus | undefined

  return status ?? (isHeard ? { version: null } : null)
}

/** Whether the extension has taken note of it. Version 1.3.15 does, and still answers `success: false`. */
export async function completeOnboardingStep(step: OnboardingStep): Promise<boolean> {
  const question = { type: 'completeOnboardingStep', step }
  const { answer } = await exchange(question, 'onboardingStepCompleted')

  return answer !== null
}

/** Tells the extension to look out for the connection that is about to be made on this site. */
export function announceGitHubConnection(): void {
  tell({ type: 'initiateGitHubAuth', method: 'github_app' })
}

type Answer = { type: string; data?: unknown }
type Exchange = {
  /** Null for an error, and when there is none. */
  answer: Answer | null
  /** The extension said something, were it that it failed. */
  isHeard: boolean
}

/** Long enough for a content script that has just been started. */
const PATIENCE_MS = 800

/** By page message, the only way a page can reach it. */
function exchange(question: object, expected: string): Promise<Exchange> {
  return new Promise((resolve) => {
    const listening = new AbortController()
    let isHeard = false
    const finish = (answer: Answer | null) => {
      listening.abort()
      clearTimeout(timer)
      resolve({ answer, isHeard })
    }
    const timer = setTimeout(() => finish(null), PATIENCE_MS)

    addEventListener(
      'message',
      ({ source, origin, data }: MessageEvent) => {
        const isOurs = source === window && origin === location.origin
        if (!isOurs || data?.source !== EXTENSION) return
        isHeard = true
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
