import torch

from torch.distributions import Categorical, Normal, Bernoulli, Uniform, Exponential, Independent, OneHotCategorical, kl_divergence
import torch.distributions as D
from _show import show

show(globals(), r"""
_ = torch.manual_seed(0)
p = torch.tensor([[0.2, 0.3, 0.5], [1.0, 1.0, 2.0]])
l = torch.tensor([0.5, -1.0, 2.0])
Categorical(p)
Categorical(p).sample()
Categorical(p).sample((4,))
Categorical(logits=l).sample((2, 2))
Categorical(p).log_prob(torch.tensor([0, 2]))
Categorical(p).entropy()
Categorical(logits=l).probs
Categorical(p).logits
Categorical(p).mean
Categorical(p).mode
Categorical(p).enumerate_support()
Categorical(p).log_prob(torch.tensor([0, 3]))
Categorical(torch.tensor(1.0))
Categorical()
Categorical(torch.tensor([-1.0, 2.0]))
Categorical(logits=torch.tensor([float('nan'), 1.0]))
Categorical(p).perplexity()
Categorical(p).log_prob(torch.tensor([0, 1, 2]))
Categorical(p).log_prob(1)
Normal(0.0, 1.0)
Normal(torch.zeros(2), torch.ones(2))
Normal(0.0, 1.0).sample()
Normal(torch.zeros(2), 1.0).sample((3,))
Normal(torch.zeros(20), 1.0).rsample()
Normal(0.0, 2.0).log_prob(torch.tensor(1.0))
Normal(0.0, 2.0).entropy()
Normal(0.0, 2.0).cdf(torch.tensor([1.0]))
Normal(0.0, 2.0).variance
Normal(0.0, -1.0)
Normal(0.0, 1.0).log_prob(torch.tensor(float('nan')))
Normal('a', 1.0)
Normal(0.0, 1.0).batch_shape
Normal(torch.zeros(2, 3), 1.0).expand((4, 2, 3)).batch_shape
Normal(0.0, 1.0).stddev
Normal(0.0, 1.0).mode
Bernoulli(0.3)
Bernoulli(torch.tensor([0.3, 0.6])).sample((3,))
Bernoulli(logits=torch.tensor([0.5])).log_prob(torch.tensor([1.0]))
Bernoulli(0.3).entropy()
Bernoulli(0.3).log_prob(torch.tensor(0.5))
Bernoulli(1.5)
Bernoulli(0.3).mean
Bernoulli(0.3).variance
Bernoulli(torch.tensor([0.5, 0.7])).mode
Bernoulli(0.3).logits
Bernoulli(torch.tensor([0.5, 0.7])).enumerate_support()
Uniform(0.0, 2.0)
Uniform(0.0, 2.0).sample((3,))
Uniform(0.0, 2.0).log_prob(torch.tensor([1.0, 2.0]))
Uniform(0.0, 2.0).entropy()
Uniform(2.0, 0.0)
Uniform(0.0, 2.0).mean
Uniform(0.0, 2.0).cdf(torch.tensor(0.5))
Uniform(0.0, 2.0).log_prob(torch.tensor(3.0))
Exponential(2.0).sample((3,))
Exponential(2.0).log_prob(torch.tensor(1.0))
Exponential(2.0)
Exponential(-2.0)
Exponential(2.0).entropy()
Exponential(2.0).mean
Independent(Normal(torch.zeros(3), 1.0), 1)
Independent(Normal(torch.zeros(3), 1.0), 1).log_prob(torch.ones(3))
Independent(Normal(torch.zeros(3), 1.0), 2)
Independent(Normal(torch.zeros(2, 3), 1.0), 1).entropy()
OneHotCategorical(p).sample()
OneHotCategorical(p).log_prob(torch.eye(3)[:2])
OneHotCategorical(p)
kl_divergence(Normal(0.0, 1.0), Normal(1.0, 2.0))
kl_divergence(Categorical(p), Categorical(p.flip(0)))
kl_divergence(Bernoulli(0.3), Bernoulli(0.6))
kl_divergence(Uniform(0.0, 1.0), Uniform(0.0, 2.0))
kl_divergence(Uniform(0.0, 3.0), Uniform(0.0, 2.0))
kl_divergence(Exponential(1.0), Exponential(2.0))
Normal(0.0, 1.0).enumerate_support()
D.Distribution().mean
Normal(0.0, 1.0).sample((1,)).requires_grad
mu = torch.zeros(2, requires_grad=True)
G = 1
torch.autograd.grad(Normal(mu, 1.0).rsample().sum(), mu)
torch.autograd.grad(Categorical(logits=mu).log_prob(torch.tensor(1)), mu)
""")
