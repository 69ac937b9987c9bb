import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@app/contract/languages'
import { isPlural, type Plural } from '@app/ui/translator.ts'
import { describe, expect, test } from 'vitest'
import { allMessages } from './all-messages.ts'

/** Texts that read the same in English. All other texts that do were not translated. */
const SAME_AS_ENGLISH: { [Other in Language]?: string[] } = {
  es: [
    'dashboard.github.title',
    'pullRequests.name',
    'admin.billing.plan',
    'admin.feedback.type.general',
    'admin.no',
    'adminOperations.error',
    'adminOperations.health.oldestWebhook',
    'adminOperations.overview.plan',
    'adminOperations.tabs.webhooks',
    'admin.people.plan.label',
    'project.history.commits',
    'settings.groups.plan',
    'settingsTabs.github',
    'docs.pro.title',
    'docs.status.parts.github',
    'extensionState.github',
    'extensionState.plan',
    'figures.mrr',
    'figures.unknown',
    'github.tab',
    'githubDemo.took',
    'projects.openGithub',
    'projects.openBuilder',
    'common.error',
    'footer.chat',
    'footer.rights',
    'extensionState.no',
    'simulator.log.ms',
    'simulator.log.token',
    'simulator.panels.push',
    'simulator.status.github',
    'simulator.status.plan',
    'simulator.status.pro',
  ],
}

const english = messagesOf('en')

describe.each(LANGUAGES)('%s', (language) => {
  const messages = messagesOf(language)

  test('has the keys that English has', () => {
    expect([...messages.keys()].sort()).toEqual([...english.keys()].sort())
  })

  test('has the placeholders that English has, and plurals where English has them', () => {
    expect(shapes(messages)).toEqual(shapes(english))
  })

  test('has every plural form that its grammar needs', () => {
    const needed = categoriesOf(language)

    const incomplete = [...messages].filter(
      ([, text]) => typeof text !== 'string' && needed.some((category) => !text[category]),
    )

    expect(incomplete.map(([key]) => key)).toEqual([])
  })

  test('has no empty text', () => {
    const empty = [...messages].filter(([, text]) => formsOf(text).some((form) => !form.trim()))

    expect(empty).toEqual([])
  })

  test.skipIf(language === DEFAULT_LANGUAGE)('leaves no text untranslated', () => {
    const same = [...messages].filter(([key, text]) => isSame(text, english.get(key)))

    expect(same.map(([key]) => key).sort()).toEqual((SAME_AS_ENGLISH[language] ?? []).toSorted())
  })
})

type Message = string | Plural

function messagesOf(language: Language): Map<string, Message> {
  return leaves(allMessages[language])
}

function leaves(tree: object, prefix = ''): Map<string, Message> {
  return new Map(
    Object.entries(tree).flatMap(([step, value]: [string, string | object]) =>
      typeof value === 'string' || isPlural(value)
        ? [[prefix + step, value] as const]
        : [...leaves(value, `${prefix}${step}.`)],
    ),
  )
}

const formsOf = (message: Message) =>
  typeof message === 'string' ? [message] : Object.values(message)

/** Per key: whether it has plural forms, and the placeholders of all its forms. */
function shapes(messages: Map<string, Message>) {
  return Object.fromEntries(
    [...messages].map(([key, message]) => [
      key,
      {
        isPlural: typeof message !== 'string',
        placeholders: [
          ...new Set(
            formsOf(message)
              .join()
              .match(/\{\w+\}/g),
          ),
        ].sort(),
      },
    ]),
  )
}

const isSame = (one: Message, other: Message | undefined) =>
  JSON.stringify(one) === JSON.stringify(other)

/** The plural categories of counts that people see; those of fractions and millions may fall back to `other`. */
function categoriesOf(language: Language): Intl.LDMLPluralRule[] {
  const rules = new Intl.PluralRules(language)
  const counts = Array.from({ length: 1000 }, (_, count) => rules.select(count))

  return [...new Set([...counts, 'other' as const])]
}
