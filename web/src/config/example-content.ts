import type { Plan, PublicContent } from '@app/contract/public-content'

const PRO = ['branch_import', 'idle_push', 'auth_reminder', 'issues', 'diff_review', 'early_access']

/** For tests: such plans as every installation begins with, and one thing to read. */
export const exampleContent: PublicContent = {
  plans: [
    plan('Free', 0, null, ['push', 'import', 'private_repositories', 'organisations']),
    plan('Pro Monthly', 4, 'month', PRO),
    plan('Pro Annual', 40, 'year', PRO),
  ],
  resourceCategories: [
    {
      code: 'docs',
      name_en: 'Read',
      name_es: 'Leer',
      resources: [
        {
          title_en: 'Getting started',
          title_es: 'Primeros pasos',
          description_en: 'Install the extension and push your first project.',
          description_es: 'Instala la extensión y envía tu primer proyecto.',
          url: '/welcome',
        },
      ],
    },
  ],
  extensionFile: null,
}

function plan(name: string, price: number, interval: string | null, features: string[]): Plan {
  const id = `id of ${name}`

  return {
    id,
    name,
    description: null,
    price,
    currency: 'USD',
    interval,
    features,
    lemon_squeezy_id: null,
  }
}
