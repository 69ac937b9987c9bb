import type { Database } from './rows.ts'

/** A plan as everybody may see it. */
export type Plan = Pick<
  Database['public']['Tables']['plans']['Row'],
  | 'id'
  | 'name'
  | 'description'
  | 'price'
  | 'currency'
  | 'interval'
  | 'features'
  | 'lemon_squeezy_id'
>

/**
 * What the plans of every installation begin with. Only these words are translated: an admin who changes them has
 * written for everybody.
 */
export const SEEDED_DESCRIPTIONS: Readonly<Partial<Record<string, string>>> = {
  Free: 'Everything you need to push to GitHub and import back.',
  'Pro Monthly': 'For people who push every day.',
  'Pro Annual': 'A year of Pro for the price of ten months.',
}

type ResourceRow = Database['public']['Tables']['resources']['Row']
type CategoryRow = Database['public']['Tables']['resource_categories']['Row']

/** A category of resources with what is in it: videos, documents, places to meet. */
export type ResourceCategory = Pick<CategoryRow, 'code' | 'name_en' | 'name_es'> & {
  resources: Pick<
    ResourceRow,
    'title_en' | 'title_es' | 'description_en' | 'description_es' | 'url'
  >[]
}

/** What the server reads from its tables into every page, so that a page is whole before anybody asks for more. */
export type PublicContent = {
  /** Those for sale, the cheapest first. */
  plans: Plan[]
  /** In the order that admins gave them. */
  resourceCategories: ResourceCategory[]
  /** The built extension; null where none was built for this site. */
  extensionFile: ExtensionFile | null
}

/** Where the server offers it. */
export const EXTENSION_FILE_PATH = '/extension/gitferry-chrome.zip'

export type ExtensionFile = { version: string; bytes: number }
