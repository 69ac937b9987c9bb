declare module 'virtual:client-assets' {
  export const clientAssets: {
    boot: string
    landingStyles: string
    appStyles: string
    chunks: Record<string, string[]>
  }
}

declare module 'virtual:changelog' {
  export const changelog: import('#features/guides/guide.ts').Guide
}

declare module 'virtual:head-script' {
  export const headScript: { code: string; hash: string }
}
