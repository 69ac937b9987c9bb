/** What the extension tells a page of ours about itself. */
export type ExtensionStatus = {
  /** Null if it is installed but does not say: version 1.3.15 answers the request with an error. */
  version: string | null
  /** All of the steps below; older versions leave it out. */
  onboardingCompleted?: boolean
}

export const ONBOARDING_STEPS = [
  'authentication',
  'repository_setup',
  'first_upload',
  'tutorial_complete',
] as const

export type OnboardingStep = (typeof ONBOARDING_STEPS)[number]

/** Null without an answer. Any message of the extension, even an error, shows that it is installed. */
export async function askExtension(): Promise<ExtensionStatus | null> {
  const asking = exchange({ type: 'getExtensionStatus' }, 'extensionStatus')
  // The content script answers this one itself, also while the extension's worker is inactive.
  tell({ type: 'getExtensionCapabilities' })
  const { answer, isHeard } = await asking
  const status = answer?.data as ExtensionStatus | undefined

  return status ?? (isHeard ? { version: null } : null)
}

/** Whether the extension has stored it. Version 1.3.15 does, and still answers `success: false`. */
export async function completeOnboardingStep(step: OnboardingStep): Promise<boolean> {
  const question = { type: 'completeOnboardingStep', step }
  const { answer } = await exchange(question, 'onboardingStepCompleted')

  return answer !== null
}

/** Tells the extension that a connection is about to be made on this site. */
export function announceGitHubConnection(): void {
  tell({ type: 'initiateGitHubAuth', method: 'github_app' })
}

type Answer = { type: string; data?: unknown }
type Exchange = {
  /** Null for an error, and without an answer. */
  answer: Answer | null
  /** The extension sent any message, even an error. */
  isHeard: boolean
}

/** Long enough for a content script that is just starting. */
const TIMEOUT_MS = 800

/** By page message, the only channel from a page to the extension. */
function exchange(question: object, expected: string): Promise<Exchange> {
  return new Promise((resolve) => {
    const listening = new AbortController()
    let isHeard = false
    const finish = (answer: Answer | null) => {
      listening.abort()
      clearTimeout(timer)
      resolve({ answer, isHeard })
    }
    const timer = setTimeout(() => finish(null), TIMEOUT_MS)

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

// These names are fixed by the published extension.
const PAGE = 'bolt2github-welcome'
const EXTENSION = 'bolt2github-extension'
