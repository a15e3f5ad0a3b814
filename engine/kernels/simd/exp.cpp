#include "engine/kernels/simd/exp.hpp"

namespace sconce::kernels {

const ExpTerms exp_terms{
    splat(1.44269504088896340736F),
    splat(12582912.0F),
    splat(-1.428606765330187045e-06F),
    splat(-0.693145751953125F),
    {splat(0.000198527617612853646278381F), splat(0.00139304355252534151077271F), splat(0.00833336077630519866943359F),
     splat(0.0416664853692054748535156F), splat(0.166666671633720397949219F), splat(0.5F)},
    splat(1.0F)};

}  // namespace sconce::kernels
