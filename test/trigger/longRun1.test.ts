import { testSeeds } from './longRun/seeds';

testSeeds(1, 25);
