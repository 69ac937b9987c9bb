import type { MessageKey } from '#i18n/messages.ts'

/**
 * The way to a first commit, and what comes after it. The home page, the welcome page, a new member's dashboard and the first guide
 * show the same steps in the same words.
 */
export const FIRST_STEPS = ['add', 'connect', 'push', 'back'] as const

export type FirstStep = (typeof FIRST_STEPS)[number]

type Words = { title: MessageKey; text: MessageKey }

export const STEP_WORDS: Record<FirstStep, Words> = {
  add: { title: 'firstSteps.add.title', text: 'firstSteps.add.text' },
  connect: { title: 'firstSteps.connect.title', text: 'firstSteps.connect.text' },
  push: { title: 'firstSteps.push.title', text: 'firstSteps.push.text' },
  back: { title: 'firstSteps.back.title', text: 'firstSteps.back.text' },
}

/** Specification, section 2: three steps; the last one is a bonus, which no progress counts. */
export const isBonus = (step: FirstStep) => step === 'back'

export const countedSteps = (steps: readonly FirstStep[]) =>
  steps.filter((step) => !isBonus(step)).length
