import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

/** What people build with there. Names only: their marks are theirs. */
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
      <div className="page-edge grid gap-6 py-10 md:py-12 lg:grid-cols-[1fr_2fr] lg:items-center lg:gap-16">
        <div>
          <h2 className="text-lg font-semibold">{t('home.stack.title')}</h2>
          <p className="mt-1 text-sm text-ink-soft">{t('home.stack.lead', { siteName })}</p>
        </div>
        <ul className="flex flex-wrap gap-2">
          {STACK.map((name) => (
            <li
              key={name}
              className="rounded-full border border-line bg-surface px-3.5 py-1 text-sm text-ink-soft"
            >
              {name}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
