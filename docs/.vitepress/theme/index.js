import { useData } from 'vitepress'
import theme from 'vitepress/theme-without-fonts'
import { defineComponent, h, onMounted, watch } from 'vue'
import './style.css'

const Layout = defineComponent(() => {
  const { frontmatter } = useData()
  // adds the role "main", which VitePress's start page lacks: screen readers find a page's content by this role
  const nameMain = () => {
    const content = document.getElementById('VPContent')
    if (frontmatter.value.layout === 'home') content?.setAttribute('role', 'main')
    else content?.removeAttribute('role')
  }
  onMounted(nameMain)
  watch(frontmatter, nameMain, { flush: 'post' })
  return () => h(theme.Layout)
})

export default { extends: theme, Layout }
