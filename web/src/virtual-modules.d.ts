declare module 'virtual:client-assets' {
  export const clientAssets: {
    boot: string
    landingStyles: string
    appStyles: string
    chunks: Record<string, string[]>
  }
}

declare module 'virtual:head-script' {
  export const headScript: { code: string; hash: string }
}
