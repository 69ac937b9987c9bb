import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

/** What people build with in bolt.new. Names only: the logos belong to others. */
const STACK = [
  'React',
  'Next.js',
  'Vue',
  'Svelte',
  'Astro',
  'Remix',
  'Vite',
  'TypeScript',
  'Tailwind CSS',
  'Node.js',
  'Supabase',
  'Expo',
]

export function TechStack() {
  const { t } = useTranslation()
  const { siteName } = usePublicConfig()

  return (
    <section className="border-t border-line">
      <div className="page-edge grid gap-4 py-8 md:py-12 lg:grid-cols-[1fr_2fr] lg:items-center lg:gap-16">
        <div>
          <h2 className="text-lg font-semibold">{t('home.stack.title')}</h2>
          <p className="mt-1 text-sm text-ink-soft">{t('home.stack.lead', { siteName })}</p>
        </div>
        <ul className="flex flex-wrap gap-x-6 gap-y-2 font-medium text-ink-soft max-md:gap-x-4 max-md:text-sm">
          {STACK.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </div>
    </section>
  )
}
