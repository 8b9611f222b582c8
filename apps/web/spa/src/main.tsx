import { createRoot } from 'react-dom/client';
import './app.css';
import { App } from './app/app.tsx';
import { createPlatform } from './app/platform.ts';

const root = document.getElementById('root');
if (root) createRoot(root).render(<App platform={createPlatform()} />);
