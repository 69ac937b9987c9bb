import type { Language } from '@app/contract/languages'
import type { MessageKeyOf, Translator as TranslatorOf } from '@app/ui/translator.ts'
import { loadNamespace, type Messages, type Namespace } from './namespaces.ts'

export type MessageKey = MessageKeyOf<Messages>

export type Translator = TranslatorOf<MessageKey, Language>

type Catalog = { messages: Partial<Messages>; loading: Map<Namespace, Promise<void>> }

const needed = new Set<Namespace>(['site'])
const catalogs = new Map<Language, Catalog>()

/**
 * The messages of a language, in one object that grows as namespaces are loaded. A route loads its namespaces before showing its screen, so
 * texts are always available.
 */
export async function loadMessages(language: Language): Promise<Messages> {
  const catalog = catalogs.get(language) ?? { messages: {}, loading: new Map() }
  catalogs.set(language, catalog)
  await Promise.all([...needed].map((namespace) => loadInto(catalog, language, namespace)))

  return catalog.messages as Messages
}

/** Loads namespaces in every language that this page has used. */
export async function loadNamespaces(namespaces: readonly Namespace[]): Promise<void> {
  for (const namespace of namespaces) needed.add(namespace)
  await Promise.all(
    [...catalogs].flatMap(([language, catalog]) =>
      namespaces.map((namespace) => loadInto(catalog, language, namespace)),
    ),
  )
}

function loadInto(catalog: Catalog, language: Language, namespace: Namespace): Promise<void> {
  const loading =
    catalog.loading.get(namespace) ??
    loadNamespace(language, namespace).then(
      (messages) => void Object.assign(catalog.messages, messages),
      (error) => {
        // A failed download may be retried.
        catalog.loading.delete(namespace)
        throw error
      },
    )
  catalog.loading.set(namespace, loading)
  return loading
}
